from __future__ import annotations

import json
import subprocess
import sys

FRESH = """
import json, resource, sys
import numpy
from blogcrawler.frontier.queue.lean_sklearn import load_ball_tree

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

points = numpy.random.default_rng(1).random((40, 8))
before, modules = resident(), len(sys.modules)
tree = load_ball_tree()(points.astype(numpy.float32), leaf_size=40)
nearest = tree.query(points[:5], 3)[1].tolist()
result = {"bytes": resident() - before, "modules": len(sys.modules) - modules}

import scipy.sparse
from sklearn.metrics import DistanceMetric
from sklearn.neighbors import BallTree, NearestNeighbors

brute = NearestNeighbors(n_neighbors=3, algorithm="brute").fit(points)
metric = DistanceMetric.get_metric("euclidean")
result["same class"] = BallTree is load_ball_tree()
result["same neighbours"] = nearest == brute.kneighbors(points[:5])[1].tolist()
result["sparse"] = numpy.allclose(metric.pairwise(scipy.sparse.csr_matrix(points)), metric.pairwise(points))
try:
    BallTree([[float("nan")]])
except ValueError:
    result["checks input"] = True
print(json.dumps(result))
"""


def test_the_ball_tree_is_loaded_alone_and_scikit_learn_can_still_be_imported():
    found = json.loads(subprocess.run([sys.executable, "-c", FRESH], capture_output=True, check=True).stdout)
    assert found.pop("bytes") < 5_000_000
    assert found.pop("modules") < 30
    assert found == {"same class": True, "same neighbours": True, "sparse": True, "checks input": True}


CHANGED = """
import sys
from blogcrawler.frontier.queue import lean_sklearn

lean_sklearn._PACKAGES = ("sklearn", "sklearn.utils", "sklearn.neighbors")  # as if another package were needed
lean_sklearn.load_ball_tree()([[0.0], [1.0]]).query([[0.9]], 1)
assert "sklearn.neighbors" in sys.modules
"""


def test_a_version_that_is_built_differently_is_imported_as_a_whole():
    subprocess.run([sys.executable, "-c", CHANGED], check=True)


WITHOUT_SCIPY = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "scipy":
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Blocked())
from blogcrawler.comments.learning import matching
from blogcrawler.dom import parse_page
from blogcrawler.frontier.queue.lean_sklearn import load_ball_tree
from blogcrawler.items import Comment

load_ball_tree()([[0.0], [1.0]]).query([[0.9]], 1)
page = parse_page("<p>yes indeed</p>", "http://example.org/")
sample = matching.sample_of(page, [Comment(text="yes indeed")])
assert matching.best_match([page.tree.find(".//p")], sample).weight == 1
"""


def test_scipy_is_not_needed():
    """``make crawl`` removes it to save space."""
    subprocess.run([sys.executable, "-c", WITHOUT_SCIPY], check=True)
