"""Comment platforms: how a page shows which one it uses, and how its endpoints are queried."""
