import type { DatabaseSync } from 'node:sqlite';
import { AgentCall } from '#shared/desk/index.ts';

/** What agents did and what their runs cost, in the desk's database. */

/** Calls of one agent that are kept. */
const MAX_CALLS = 500;
const CALLS_PAGE = 200;
const MAX_SUMMARY_LENGTH = 300;

export type CallRecord = Omit<AgentCall, 'id'>;

export interface AgentRows {
  addCall(call: CallRecord): void;
  /** Newest first, at most 200. */
  calls(agentId: string): AgentCall[];
  lastCallAt(agentId: string): string | null;
  /** What runs of an agent cost, and what is set aside for those that are not over. Microcredits. */
  spent(agentId: string): number;
  /** Sets an amount aside before a run starts. @returns the row that `startRun` and `release` take. */
  reserve(run: {
    agentId: string;
    connectionId: string;
    projectId: string;
    reserved: number;
    at: string;
  }): number;
  startRun(row: number, runId: string): void;
  /** The run was not started. */
  release(row: number): void;
  /** A run is over and cost that much. One that no agent started is no error. */
  settle(connectionId: string, runId: string, cost: number): boolean;
  /** The project of a run that this agent started; null for any other run. */
  projectOf(agentId: string, connectionId: string, runId: string): string | null;
  /** Runs of an agent that are not known to be over. */
  openRuns(agentId: string): { connectionId: string; runId: string }[];
  removeAgent(agentId: string): void;
  moveProject(connectionId: string, from: string, to: string): void;
}

export function createAgentRows(database: DatabaseSync): AgentRows {
  const insertCall = database.prepare(
    'INSERT INTO agent_calls (agent_id, at, tool, project_id, summary, outcome, message) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const prune = database.prepare(`
    DELETE FROM agent_calls WHERE agent_id = ?1 AND id <=
      (SELECT id FROM agent_calls WHERE agent_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MAX_CALLS})`);
  const selectCalls = database.prepare(`
    SELECT id, agent_id AS agentId, at, tool, project_id AS projectId, summary, outcome, message
    FROM agent_calls WHERE agent_id = ? ORDER BY id DESC LIMIT ${CALLS_PAGE}`);
  const last = database.prepare('SELECT at FROM agent_calls WHERE agent_id = ? ORDER BY id DESC LIMIT 1');
  const sum = database.prepare(
    'SELECT coalesce(sum(coalesce(cost, reserved)), 0) AS spent FROM agent_runs WHERE agent_id = ?',
  );
  const insertRun = database.prepare(
    'INSERT INTO agent_runs (agent_id, connection_id, project_id, reserved, started_at) VALUES (?, ?, ?, ?, ?)',
  );
  const nameRun = database.prepare('UPDATE agent_runs SET run_id = ? WHERE id = ?');
  const dropRun = database.prepare('DELETE FROM agent_runs WHERE id = ? AND run_id IS NULL');
  const settleRun = database.prepare(
    'UPDATE agent_runs SET cost = ?3 WHERE connection_id = ?1 AND run_id = ?2 AND cost IS NULL',
  );
  const ofRun = database.prepare(
    'SELECT project_id FROM agent_runs WHERE agent_id = ? AND connection_id = ? AND run_id = ?',
  );
  const selectOpen = database.prepare(
    'SELECT connection_id, run_id FROM agent_runs WHERE agent_id = ? AND cost IS NULL AND run_id IS NOT NULL',
  );
  const moves = ['agent_runs', 'proposals', 'chats'].map((table) =>
    database.prepare(`UPDATE ${table} SET project_id = ?3 WHERE connection_id = ?1 AND project_id = ?2`),
  );
  const removals = ['agent_calls', 'agent_runs'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE agent_id = ?`),
  );
  const short = (text: string): string => text.slice(0, MAX_SUMMARY_LENGTH).toWellFormed();
  return {
    addCall({ agentId, at, tool, projectId, summary, outcome, message }) {
      const sentence = message === null ? null : short(message);
      insertCall.run(agentId, at, tool, projectId, short(summary), outcome, sentence);
      prune.run(agentId);
    },
    calls: (agentId) => selectCalls.all(agentId).flatMap((row) => AgentCall.safeParse(row).data ?? []),
    lastCallAt(agentId) {
      const at = last.get(agentId)?.['at'];
      return typeof at === 'string' ? at : null;
    },
    spent: (agentId) => Number(sum.get(agentId)?.['spent'] ?? 0),
    reserve: ({ agentId, connectionId, projectId, reserved, at }) =>
      Number(insertRun.run(agentId, connectionId, projectId, reserved, at).lastInsertRowid),
    startRun: (row, runId) => void nameRun.run(runId, row),
    release: (row) => void dropRun.run(row),
    settle: (connectionId, runId, cost) => settleRun.run(connectionId, runId, cost).changes > 0,
    projectOf(agentId, connectionId, runId) {
      const id = ofRun.get(agentId, connectionId, runId)?.['project_id'];
      return typeof id === 'string' ? id : null;
    },
    openRuns: (agentId) =>
      selectOpen
        .all(agentId)
        .map((row) => ({ connectionId: String(row['connection_id']), runId: String(row['run_id']) })),
    removeAgent(agentId) {
      for (const removal of removals) removal.run(agentId);
    },
    moveProject(...move) {
      for (const each of moves) each.run(...move);
    },
  };
}
