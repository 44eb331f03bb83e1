"""The expression language of the knowledge base: a fragment of XPath, its grammar and its index."""
