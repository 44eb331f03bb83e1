"""What pages show, as plain values: charts, threads, differences, foreign HTML."""
