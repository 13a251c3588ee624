import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { HEAT_RUNS, spreadOf, type HeatOfNode, type ProjectHeat } from '#shared/desk/index.ts';
import { transaction } from '../storage/transaction.ts';
import type { NodeEnd } from './run-sample.ts';

/** What became of the nodes of each project in its newest runs. */
export interface OutcomeStore {
  add(connectionId: string, projectId: string, runId: string, ends: readonly NodeEnd[]): void;
  heat(connectionId: string, projectId: string): ProjectHeat;
  removeConnection(connectionId: string): void;
}

const OutcomeRow = z.object({
  run_id: z.string(),
  node_id: z.string(),
  outcome: z.enum(['executed', 'reused', 'failed']),
  duration_ms: z.number().nullable(),
  microcredits: z.number().nullable(),
});
type OutcomeRow = z.infer<typeof OutcomeRow>;

function heatOfRows(nodeId: string, rows: readonly OutcomeRow[]): HeatOfNode {
  const count = (outcome: OutcomeRow['outcome']): number =>
    rows.filter((row) => row.outcome === outcome).length;
  const durations = rows.flatMap(({ duration_ms: duration }) => duration ?? []);
  const costs = rows.flatMap(({ microcredits }) => microcredits ?? []);
  return {
    nodeId,
    executed: count('executed'),
    reused: count('reused'),
    failed: count('failed'),
    durationMs: durations.length === 0 ? null : spreadOf(durations).p50,
    microcredits: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

export function createOutcomeStore(database: DatabaseSync): OutcomeStore {
  const insert = database.prepare('INSERT INTO node_outcomes VALUES (?, ?, ?, ?, ?, ?, ?)');
  // By rowid, not by time: a clock that was set back must not make the newest the oldest.
  const trim = database.prepare(`
    DELETE FROM node_outcomes WHERE connection_id = ?1 AND project_id = ?2 AND run_id NOT IN (
      SELECT run_id FROM node_outcomes WHERE connection_id = ?1 AND project_id = ?2
      GROUP BY run_id ORDER BY MAX(rowid) DESC LIMIT ${HEAT_RUNS})`);
  const list = database.prepare(
    'SELECT run_id, node_id, outcome, duration_ms, microcredits FROM node_outcomes WHERE connection_id = ? AND project_id = ?',
  );
  const remove = database.prepare('DELETE FROM node_outcomes WHERE connection_id = ?');
  return {
    add: (connectionId, projectId, runId, ends) =>
      transaction(database, () => {
        for (const { nodeId, outcome, durationMs, microcredits } of ends)
          insert.run(connectionId, projectId, runId, nodeId, outcome, durationMs, microcredits);
        trim.run(connectionId, projectId);
      }),
    heat(connectionId, projectId) {
      const rows = list.all(connectionId, projectId).map((row) => OutcomeRow.parse(row));
      return {
        runs: new Set(rows.map((row) => row.run_id)).size,
        nodes: [...Map.groupBy(rows, (row) => row.node_id)].map(([nodeId, ofNode]) =>
          heatOfRows(nodeId, ofNode),
        ),
      };
    },
    removeConnection: (connectionId) => void remove.run(connectionId),
  };
}
