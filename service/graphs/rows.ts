import type { EditableInputValue } from '#shared/api/index.ts';
import type { Graph, GraphConnection, GraphNode, PinRef } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull } from '#service/storage/statements.ts';
import { fileIdsOf } from '#service/rules/file-values.ts';

/**
 * Graphs as rows. A change writes only the rows it touches. The graph itself is kept in memory (`graph-cache.ts`) and
 * counts only while its version is the row's.
 */

/** Writes a whole graph over whatever was there; inside a transaction. */
export async function writeGraph(
  { db }: Pick<ServiceContext, 'db'>,
  projectId: string,
  graph: Graph,
): Promise<void> {
  await run(db, 'DELETE FROM nodes WHERE project_id = ?', projectId);
  await run(db, 'DELETE FROM connections WHERE project_id = ?', projectId);
  await run(db, `DELETE FROM file_references WHERE project_id = ? AND place LIKE 'node:%'`, projectId);
  await insertNodes(
    db,
    projectId,
    graph.nodes.map((node, index) => ({ node, ordinal: index + 1 })),
  );
  await insertWires(
    db,
    projectId,
    graph.connections.map((wire, index) => ({ wire, ordinal: index + 1 })),
  );
}

/** Removes every row of a project's graph; inside a transaction. */
export async function eraseGraph(db: Database, projectId: string): Promise<void> {
  for (const table of ['nodes', 'connections', 'file_references']) {
    await run(db, `DELETE FROM ${table} WHERE project_id = ?`, projectId);
  }
}

/** Adds nodes, each at its place in the list, with what they refer to; inside a transaction. */
export async function insertNodes(
  db: Database,
  projectId: string,
  entries: readonly { node: GraphNode; ordinal: number }[],
): Promise<void> {
  await db.runMany(
    'INSERT INTO nodes (project_id, node_id, place, type, title, x, y, inputs) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    entries.map(({ node, ordinal }) => [
      projectId,
      node.id,
      ordinal,
      node.type,
      node.title ?? null,
      node.position?.x ?? null,
      node.position?.y ?? null,
      JSON.stringify(node.inputs ?? {}),
    ]),
  );
  await insertReferences(
    db,
    projectId,
    entries.map(({ node }) => node),
  );
}

export async function updateNodes(
  db: Database,
  projectId: string,
  nodes: readonly GraphNode[],
): Promise<void> {
  await db.runMany(
    'UPDATE nodes SET type = ?, title = ?, x = ?, y = ?, inputs = ? WHERE project_id = ? AND node_id = ?',
    nodes.map((node) => [
      node.type,
      node.title ?? null,
      node.position?.x ?? null,
      node.position?.y ?? null,
      JSON.stringify(node.inputs ?? {}),
      projectId,
      node.id,
    ]),
  );
}

export async function deleteNodes(db: Database, projectId: string, ids: readonly string[]): Promise<void> {
  await db.runMany(
    'DELETE FROM nodes WHERE project_id = ? AND node_id = ?',
    ids.map((id) => [projectId, id]),
  );
}

/** The place of a node in the list; null: of the last one, 0 without any. */
export async function nodeOrdinal(db: Database, projectId: string, id: string | null): Promise<number> {
  const row =
    id === null
      ? await queryRow(db, 'SELECT MAX(place) AS place FROM nodes WHERE project_id = ?', projectId)
      : await queryRow(db, 'SELECT place FROM nodes WHERE project_id = ? AND node_id = ?', projectId, id);
  return Number(row?.['place'] ?? 0);
}

/** Numbers all nodes anew, in the order of the list; inside a transaction. */
export async function renumberNodes(
  db: Database,
  projectId: string,
  nodes: readonly GraphNode[],
): Promise<void> {
  await db.runMany(
    'UPDATE nodes SET place = ? WHERE project_id = ? AND node_id = ?',
    nodes.map(({ id }, index) => [index + 1, projectId, id]),
  );
}

/** Adds wires, each at its place in the list; inside a transaction. */
export async function insertWires(
  db: Database,
  projectId: string,
  entries: readonly { wire: GraphConnection; ordinal: number }[],
): Promise<void> {
  await db.runMany(
    'INSERT INTO connections (project_id, from_node, from_pin, to_node, to_pin, place) VALUES (?, ?, ?, ?, ?, ?)',
    entries.map(({ wire, ordinal }) => [projectId, ...wire.from, ...wire.to, ordinal]),
  );
}

export async function updateWires(
  db: Database,
  projectId: string,
  wires: readonly GraphConnection[],
): Promise<void> {
  await db.runMany(
    'UPDATE connections SET from_node = ?, from_pin = ? WHERE project_id = ? AND to_node = ? AND to_pin = ?',
    wires.map(({ from, to }) => [...from, projectId, ...to]),
  );
}

export async function deleteWires(db: Database, projectId: string, inputs: readonly PinRef[]): Promise<void> {
  await db.runMany(
    'DELETE FROM connections WHERE project_id = ? AND to_node = ? AND to_pin = ?',
    inputs.map((to) => [projectId, ...to]),
  );
}

/** As `nodeOrdinal`, of the wire into an input. */
export async function wireOrdinal(db: Database, projectId: string, to: PinRef | null): Promise<number> {
  const row =
    to === null
      ? await queryRow(db, 'SELECT MAX(place) AS place FROM connections WHERE project_id = ?', projectId)
      : await queryRow(
          db,
          'SELECT place FROM connections WHERE project_id = ? AND to_node = ? AND to_pin = ?',
          projectId,
          ...to,
        );
  return Number(row?.['place'] ?? 0);
}

/** As `renumberNodes`, of wires. */
export async function renumberWires(
  db: Database,
  projectId: string,
  wires: readonly GraphConnection[],
): Promise<void> {
  await db.runMany(
    'UPDATE connections SET place = ? WHERE project_id = ? AND to_node = ? AND to_pin = ?',
    wires.map(({ to }, index) => [index + 1, projectId, ...to]),
  );
}

/** Ids may hold colons; encoded they do not. */
const referencePrefix = (nodeId: string): string => `node:${encodeURIComponent(nodeId)}:`;

export async function deleteReferences(
  db: Database,
  projectId: string,
  nodeIds: readonly string[],
): Promise<void> {
  await db.runMany(
    'DELETE FROM file_references WHERE project_id = ? AND place >= ? AND place < ?',
    nodeIds.map((nodeId) => {
      // The character after the colon bounds the range of places that begin with the prefix.
      const prefix = referencePrefix(nodeId);
      return [projectId, prefix, `${prefix.slice(0, -1)};`];
    }),
  );
}

export async function insertReferences(
  db: Database,
  projectId: string,
  nodes: readonly GraphNode[],
): Promise<void> {
  const references = nodes.flatMap((node) =>
    fileIdsOf(node).map(({ input, fileId }) => [
      fileId,
      projectId,
      `${referencePrefix(node.id)}${encodeURIComponent(input)}`,
    ]),
  );
  if (references.length === 0) return;
  await db.runMany(
    'INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    references,
  );
}

/** The version of a project; NaN for one that is not there. */
export const graphVersion = async (db: Database, projectId: string): Promise<number> =>
  Number((await queryRow(db, 'SELECT version FROM projects WHERE id = ?', projectId))?.['version']);

/** The graph of a project as it is stored. */
export const readGraph = async (db: Database, projectId: string): Promise<Graph> => ({
  nodes: (
    await all(
      db,
      'SELECT node_id, type, title, x, y, inputs FROM nodes WHERE project_id = ? ORDER BY place',
      projectId,
    )
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
  connections: (
    await all(
      db,
      'SELECT from_node, from_pin, to_node, to_pin FROM connections WHERE project_id = ? ORDER BY place',
      projectId,
    )
  ).map((row) => ({
    from: [text(row, 'from_node'), text(row, 'from_pin')],
    to: [text(row, 'to_node'), text(row, 'to_pin')],
  })),
});

/** Whether a project has a node of that type. */
export const hasNodeOfType = async (db: Database, projectId: string, type: string): Promise<boolean> =>
  (await queryRow(db, 'SELECT 1 FROM nodes WHERE project_id = ? AND type = ? LIMIT 1', projectId, type)) !==
  undefined;

/** The types that the nodes of a project have. */
export const nodeTypesOf = async (db: Database, projectId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await all(db, 'SELECT DISTINCT type FROM nodes WHERE project_id = ?', projectId)).map((row) =>
      text(row, 'type'),
    ),
  );
