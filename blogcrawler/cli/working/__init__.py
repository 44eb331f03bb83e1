"""Commands for many blogs and many machines: the queue, workers, and what past crawls have done."""
