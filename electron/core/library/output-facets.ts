import { z } from 'zod';
import { LibraryOutputKind, OutputFacets } from '#shared/desk/index.ts';
import type { Condition } from './output-search.ts';

/** The newest outputs that a list of what can be filtered is made from. */
const MAX_FACET_OUTPUTS = 2000;
const MAX_FACET_VALUES = 40;
const MAX_READ_VALUES = 2000;
const MAX_FACET_BATCHES = 100;
/** Outputs that are asked for the types of nodes. */
const MAX_TYPE_SOURCES = 100;

const FacetBatch = OutputFacets.shape.batches.element;

/** From the newest outputs alone, so that a hundred thousand cost no more. */
export function readFacets(
  all: (query: Condition) => Record<string, unknown>[],
  connectionId: string,
  projectId: string | undefined,
): OutputFacets {
  const values = projectId === undefined ? [connectionId] : [connectionId, projectId];
  const recent = `WITH recent AS MATERIALIZED (
    SELECT id, kind, node_id, title, project_id, connection_id, run_id FROM outputs
    WHERE connection_id = ? ${projectId === undefined ? '' : 'AND project_id = ?'} AND hidden = 0
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_FACET_OUTPUTS})`;
  const kinds = all({
    sql: `${recent} SELECT kind, count(*) AS count FROM recent GROUP BY kind ORDER BY count DESC`,
    values,
  }).flatMap(({ kind, count }) => {
    const parsed = LibraryOutputKind.safeParse(kind);
    return parsed.success ? [{ kind: parsed.data, count: Number(count) }] : [];
  });
  const nodes = all({
    sql: `${recent} SELECT node_id, max(title) AS title, count(*) AS count FROM recent
      WHERE node_id IS NOT NULL GROUP BY node_id ORDER BY count DESC, title LIMIT 100`,
    values,
  }).map((row) => ({
    nodeId: String(row['node_id']),
    title: String(row['title']),
    count: Number(row['count']),
  }));
  const batches = all({
    sql: `${recent} SELECT r.batch_id AS id, b.kind, b.name, count(*) AS count FROM recent o
      JOIN runs r ON r.connection_id = o.connection_id AND r.run_id = o.run_id
      LEFT JOIN batches b ON b.id = r.batch_id AND b.connection_id = o.connection_id
      WHERE r.batch_id IS NOT NULL GROUP BY r.batch_id ORDER BY max(o.id) DESC LIMIT ${MAX_FACET_BATCHES}`,
    values,
  }).flatMap((row) => FacetBatch.safeParse(row).data ?? []);
  return {
    kinds,
    nodes,
    batches,
    inputs: withNodeTypes(
      all,
      inputFacets(
        all({
          sql: `${recent} SELECT v.name, v.value, v.node_id, v.node_title, v.number, count(*) AS count,
            max(r.id) AS newest FROM recent r
            JOIN output_inputs i ON i.output_id = r.id JOIN input_values v ON v.id = i.value_id
            GROUP BY v.id ORDER BY count DESC, v.value LIMIT ${MAX_READ_VALUES}`,
          values,
        }),
      ),
    ),
  };
}

const ValueRow = z.object({
  name: z.string(),
  value: z.string(),
  node_id: z.string(),
  node_title: z.string(),
  number: z.number().nullable(),
  count: z.int(),
  newest: z.int(),
});
type ValueRow = z.infer<typeof ValueRow>;

/** Numbers by their size, then texts by the alphabet. */
const byValue = (a: ValueRow, b: ValueRow): number =>
  a.number !== null && b.number !== null
    ? a.number - b.number
    : Number(a.number === null) - Number(b.number === null) || a.value.localeCompare(b.value);

const TypeRow = z.object({ node_id: z.string(), node_type: z.string() });

type UntypedFacet = Omit<OutputFacets['inputs'][number], 'nodeType'> & {
  /** Id of the newest output with the input. */
  newest: number;
};

/** Inputs with the type of their node, as the newest output with each recorded it. */
function withNodeTypes(
  all: (query: Condition) => Record<string, unknown>[],
  facets: readonly UntypedFacet[],
): OutputFacets['inputs'] {
  const latestIds = [...new Set(facets.map((facet) => facet.newest))].sort((a, b) => b - a);
  const rows = all({
    // The newest of a group gives the columns that are not grouped.
    sql: `SELECT e.value ->> '$.nodeId' AS node_id, e.value ->> '$.nodeType' AS node_type, max(o.id) AS newest
      FROM outputs o, json_each(CASE WHEN json_valid(o.inputs) THEN o.inputs ELSE '[]' END) e
      WHERE o.id IN (SELECT value FROM json_each(?)) AND e.type = 'object' GROUP BY 1 LIMIT ${MAX_READ_VALUES}`,
    values: [JSON.stringify(latestIds.slice(0, MAX_TYPE_SOURCES))],
  });
  const types = new Map(
    rows.flatMap((row) => {
      const { data } = TypeRow.safeParse(row);
      return data === undefined ? [] : [[data.node_id, data.node_type] as const];
    }),
  );
  return facets.map(({ newest: _latest, ...facet }) => ({
    ...facet,
    nodeType: types.get(facet.nodeId) ?? '',
  }));
}

/** Values by the input that had them, the most frequent of each. @param found the most frequent first. */
function inputFacets(found: readonly unknown[]): UntypedFacet[] {
  const rows = found.flatMap((row) => ValueRow.safeParse(row).data ?? []);
  const inputs = Map.groupBy(rows, ({ node_id: nodeId, name }) => JSON.stringify([nodeId, name]));
  return [...inputs.values()]
    .map((entries) => {
      // A node is called what it was called last.
      const latest = entries.reduce((a, b) => (b.newest > a.newest ? b : a));
      const numbers = entries.flatMap(({ number }) => number ?? []);
      return {
        newest: latest.newest,
        nodeId: latest.node_id,
        nodeTitle: latest.node_title,
        name: latest.name,
        range: numbers.length < 2 ? null : { from: Math.min(...numbers), to: Math.max(...numbers) },
        values: entries
          .slice(0, MAX_FACET_VALUES)
          .sort(byValue)
          .map(({ value, count }) => ({ value, count })),
      };
    })
    .sort(
      (a, b) =>
        a.nodeTitle.localeCompare(b.nodeTitle) ||
        a.nodeId.localeCompare(b.nodeId) ||
        a.name.localeCompare(b.name),
    );
}
