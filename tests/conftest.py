"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

# The machines that test a change are busy, and a change must not fail by the luck of another: there examples are the
# same every time and take as long as they take. Everywhere else new ones are looked for.
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "search")
