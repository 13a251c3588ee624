import type { EditableInputValue } from '#shared/api/index.ts';
import type { Graph, GraphConnection, GraphNode } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull } from '#service/storage/statements.ts';
import { fileIdsOf } from '#service/rules/file-values.ts';

/**
 * Graphs as rows. A change writes only the rows it touches. The graph itself is kept in memory (`graph-cache.ts`) and
 * counts only while its version is the row's.
 */

/** Writes a whole graph over whatever was there; inside a transaction. */
export function writeGraph({ db }: Pick<ServiceContext, 'db'>, projectId: string, graph: Graph): void {
  run(db, 'DELETE FROM nodes WHERE project_id = ?', projectId);
  run(db, 'DELETE FROM connections WHERE project_id = ?', projectId);
  run(db, `DELETE FROM file_references WHERE project_id = ? AND place LIKE 'node:%'`, projectId);
  graph.nodes.forEach((node, index) => {
    insertNode(db, projectId, node, index + 1);
    insertReferences(db, projectId, node);
  });
  graph.connections.forEach((wire, index) => insertWire(db, projectId, wire, index + 1));
}

/** Removes every row of a project's graph; inside a transaction. */
export function eraseGraph(db: Database, projectId: string): void {
  for (const table of ['nodes', 'connections', 'file_references']) {
    run(db, `DELETE FROM ${table} WHERE project_id = ?`, projectId);
  }
}

export function insertNode(db: Database, projectId: string, node: GraphNode, ordinal: number): void {
  run(
    db,
    'INSERT INTO nodes (project_id, node_id, place, type, title, x, y, inputs) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    projectId,
    node.id,
    ordinal,
    node.type,
    node.title ?? null,
    node.position?.x ?? null,
    node.position?.y ?? null,
    JSON.stringify(node.inputs ?? {}),
  );
}

export function updateNode(db: Database, projectId: string, node: GraphNode): void {
  run(
    db,
    'UPDATE nodes SET type = ?, title = ?, x = ?, y = ?, inputs = ? WHERE project_id = ? AND node_id = ?',
    node.type,
    node.title ?? null,
    node.position?.x ?? null,
    node.position?.y ?? null,
    JSON.stringify(node.inputs ?? {}),
    projectId,
    node.id,
  );
}

export function insertWire(db: Database, projectId: string, wire: GraphConnection, ordinal: number): void {
  run(
    db,
    'INSERT INTO connections (project_id, from_node, from_pin, to_node, to_pin, place) VALUES (?, ?, ?, ?, ?, ?)',
    projectId,
    ...wire.from,
    ...wire.to,
    ordinal,
  );
}

/** Ids may hold colons; encoded they do not. */
const referencePrefix = (nodeId: string): string => `node:${encodeURIComponent(nodeId)}:`;

export function deleteReferences(db: Database, projectId: string, nodeId: string): void {
  // The character after the colon bounds the range of places that begin with the prefix.
  const prefix = referencePrefix(nodeId);
  run(
    db,
    'DELETE FROM file_references WHERE project_id = ? AND place >= ? AND place < ?',
    projectId,
    prefix,
    `${prefix.slice(0, -1)};`,
  );
}

export function insertReferences(db: Database, projectId: string, node: GraphNode): void {
  for (const { input, fileId } of fileIdsOf(node)) {
    run(
      db,
      'INSERT OR IGNORE INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)',
      fileId,
      projectId,
      `${referencePrefix(node.id)}${encodeURIComponent(input)}`,
    );
  }
}

/** The version of a project; NaN for one that is not there. */
export const graphVersion = (db: Database, projectId: string): number =>
  Number(queryRow(db, 'SELECT version FROM projects WHERE id = ?', projectId)?.['version']);

/** The graph of a project as it is stored. */
export const readGraph = (db: Database, projectId: string): Graph => ({
  nodes: all(
    db,
    'SELECT node_id, type, title, x, y, inputs FROM nodes WHERE project_id = ? ORDER BY place',
    projectId,
  ).map((row) => {
    const x = row['x'];
    const y = row['y'];
    const title = textOrNull(row, 'title');
    const node: GraphNode = {
      id: text(row, 'node_id'),
      type: text(row, 'type'),
      title,
      position: typeof x === 'number' && typeof y === 'number' ? { x, y } : null,
      inputs: JSON.parse(text(row, 'inputs')) as Record<string, EditableInputValue>,
    };
    return node;
  }),
  connections: all(
    db,
    'SELECT from_node, from_pin, to_node, to_pin FROM connections WHERE project_id = ? ORDER BY place',
    projectId,
  ).map((row) => ({
    from: [text(row, 'from_node'), text(row, 'from_pin')],
    to: [text(row, 'to_node'), text(row, 'to_pin')],
  })),
});

/** Whether a project has a node of that type. */
export const hasNodeOfType = (db: Database, projectId: string, type: string): boolean =>
  queryRow(db, 'SELECT 1 FROM nodes WHERE project_id = ? AND type = ? LIMIT 1', projectId, type) !==
  undefined;

/** The types that the nodes of a project have. */
export const nodeTypesOf = (db: Database, projectId: string): ReadonlySet<string> =>
  new Set(
    all(db, 'SELECT DISTINCT type FROM nodes WHERE project_id = ?', projectId).map((row) =>
      text(row, 'type'),
    ),
  );
