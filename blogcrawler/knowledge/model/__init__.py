"""The knowledge base as data: applications, levels, actions; reading and writing its files."""
