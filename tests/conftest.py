"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

# On CI, Hypothesis uses the same examples every time, without a deadline: machines are busy, and a change must not
# fail because of an unrelated example. Everywhere else it searches for new ones.
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "search")
