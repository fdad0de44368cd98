# graphml.py FILE: reads a GraphML file with networkx and prints what it found as JSON.
import collections
import json
import sys

import networkx

graph = networkx.read_graphml(sys.argv[1])
nodes = [data for _, data in graph.nodes(data=True)]
print(json.dumps({
    "nodes": graph.number_of_nodes(),
    "edges": graph.number_of_edges(),
    "directed": graph.is_directed(),
    "verdicts": collections.Counter(node["verdict"] for node in nodes),
    "types": sorted({type(node["probability"]).__name__ for node in nodes}),
    "labels": sorted(node["label"] for node in nodes),
}))
