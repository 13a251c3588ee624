#!/usr/bin/env bash
# @xyflow/system 0.0.84 (the core of @xyflow/react 12.12.1): `addEdge` gives two different edges the same id.
#
# Expected: an edge that `addEdge` makes of a connection has an id of its own: ids of edges have to be unique (React Flow's page of
# `Edge`), and the page of `addEdge` says that it validates the edge and adds no duplicate.
# Seen: the id is the ids of node and handle one after the other with nothing between. Output 1 of node 1 and node 11 without a
# handle come to the same id, as do output "1" of "load2" and output "21" of "load". `addEdge` sees that the connections differ and
# adds both. All else in React Flow goes by the id: taking one wire away takes both. `reconnectEdge` makes its ids in the same way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @xyflow/react@12.12.1 react@19.3.1 react-dom@19.3.1 >/dev/null
cat >seen.mjs <<'JS'
import { addEdge, applyEdgeChanges, reconnectEdge } from '@xyflow/react';

const connection = (source, sourceHandle, target, targetHandle) => ({ source, sourceHandle, target, targetHandle });
const show = (edges) => edges.map(({ id, source }) => `${id} from node ${source}`).join(', ') || 'none';

let edges = addEdge(connection('1', '1', '20', null), []);
edges = addEdge(connection('11', null, '20', null), edges);
console.log(`added: ${show(edges)}`);
console.log(`after one is removed: ${show(applyEdgeChanges([{ type: 'remove', id: edges[0].id }], edges))}`);

let wires = addEdge(connection('load', '1', 'view', 'a'), []);
wires = addEdge(connection('load2', '1', 'view', 'a'), wires);
console.log(`with names: ${show(wires)}`);
wires = reconnectEdge(wires[0], connection('load', '21', 'view', 'a'), wires);
console.log(`after one is plugged elsewhere: ${show(wires)}`);
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Ids of edges are made otherwise now.'; exit 1; }
added: xy-edge__11-20 from node 1, xy-edge__11-20 from node 11
after one is removed: none
with names: xy-edge__load1-viewa from node load, xy-edge__load21-viewa from node load2
after one is plugged elsewhere: xy-edge__load21-viewa from node load2, xy-edge__load21-viewa from node load
TXT
