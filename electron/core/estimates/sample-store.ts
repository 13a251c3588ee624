import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { spreadOf, type Accuracy, type KindSamples } from '#shared/desk/index.ts';
import { transaction } from '../storage/transaction.ts';
import type { NodeSample } from './run-sample.ts';

/** Older samples of a kind go: what a node takes changes with its service. */
const MAX_SAMPLES = 200;
/** So many runs say how good estimates were. */
const MAX_COMPARED = 20;
/** Runs that are remembered as sampled. */
const MAX_RUNS = 2000;

/** What was expected of a run and what it took; null where either is not known. */
export interface ComparedRun {
  expectedMs: number | null;
  actualMs: number | null;
  expectedMicrocredits: number | null;
  actualMicrocredits: number | null;
}

/** What nodes took, by connection and kind. */
export interface SampleStore {
  /** Whether a run was sampled before. */
  has(connectionId: string, runId: string): boolean;
  add(connectionId: string, runId: string, samples: readonly NodeSample[], compared: ComparedRun): void;
  kinds(connectionId: string): KindSamples[];
  accuracy(connectionId: string): Accuracy;
  removeConnection(connectionId: string): void;
  /** Forgets the samples of some kinds, as `nodeKind` writes them. */
  removeKinds(connectionId: string, kinds: readonly string[]): void;
}

const SampleRow = z.object({
  kind: z.string(),
  duration_ms: z.number(),
  microcredits: z.number().nullable(),
});
const RunRow = z.object({
  expected_ms: z.number().nullable(),
  actual_ms: z.number().nullable(),
  expected_microcredits: z.number().nullable(),
  actual_microcredits: z.number().nullable(),
});

/** How far apart, in parts of what it was. */
const relativeError = (expected: number | null, actual: number | null): number[] =>
  expected === null || actual === null || actual <= 0 ? [] : [Math.abs(expected - actual) / actual];

const median = (values: readonly number[]): number | null =>
  values.length === 0 ? null : spreadOf(values).p50;

/** @param getTimestamp ISO 8601 */
export function createSampleStore(database: DatabaseSync, getTimestamp: () => string): SampleStore {
  const find = database.prepare('SELECT 1 FROM sampled_runs WHERE connection_id = ? AND run_id = ?');
  const addSample = database.prepare('INSERT INTO node_samples VALUES (?, ?, ?, ?, ?, ?)');
  // By rowid, not by time: a clock that was set back must not make the newest the oldest.
  const trim = database.prepare(`
    DELETE FROM node_samples WHERE connection_id = ?1 AND kind = ?2 AND rowid NOT IN (
      SELECT rowid FROM node_samples WHERE connection_id = ?1 AND kind = ?2 ORDER BY rowid DESC LIMIT ${MAX_SAMPLES})`);
  const addRun = database.prepare('INSERT OR IGNORE INTO sampled_runs VALUES (?, ?, ?, ?, ?, ?)');
  const trimRuns = database.prepare(`
    DELETE FROM sampled_runs WHERE connection_id = ?1 AND rowid NOT IN (
      SELECT rowid FROM sampled_runs WHERE connection_id = ?1 ORDER BY rowid DESC LIMIT ${MAX_RUNS})`);
  const list = database.prepare(
    'SELECT kind, duration_ms, microcredits FROM node_samples WHERE connection_id = ? ORDER BY kind',
  );
  const compared = database.prepare(`
    SELECT * FROM sampled_runs WHERE connection_id = ? AND (expected_ms IS NOT NULL OR expected_microcredits IS NOT NULL)
    ORDER BY rowid DESC LIMIT ${MAX_COMPARED}`);
  const removeSamples = database.prepare('DELETE FROM node_samples WHERE connection_id = ?');
  const removeKind = database.prepare('DELETE FROM node_samples WHERE connection_id = ? AND kind = ?');
  const removeRuns = database.prepare('DELETE FROM sampled_runs WHERE connection_id = ?');

  return {
    has: (connectionId, runId) => find.get(connectionId, runId) !== undefined,
    add: (connectionId, runId, samples, run) =>
      transaction(database, () => {
        addRun.run(
          connectionId,
          runId,
          run.expectedMs,
          run.actualMs,
          run.expectedMicrocredits,
          run.actualMicrocredits,
        );
        for (const { kind, durationMs, microcredits } of samples) {
          addSample.run(connectionId, kind, runId, durationMs, microcredits, getTimestamp());
        }
        for (const kind of new Set(samples.map((sample) => sample.kind))) trim.run(connectionId, kind);
        trimRuns.run(connectionId);
      }),
    kinds(connectionId) {
      const rows = list.all(connectionId).map((row) => SampleRow.parse(row));
      return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, samples]) => {
        const costs = samples.flatMap(({ microcredits }) => microcredits ?? []);
        return {
          kind,
          samples: samples.length,
          duration: spreadOf(samples.map((sample) => sample.duration_ms)),
          // Of part of the runs it would say too little.
          microcredits: costs.length < samples.length ? null : spreadOf(costs),
        };
      });
    },
    accuracy(connectionId) {
      const runs = compared.all(connectionId).map((row) => RunRow.parse(row));
      return {
        runs: runs.length,
        duration: median(runs.flatMap((run) => relativeError(run.expected_ms, run.actual_ms))),
        microcredits: median(
          runs.flatMap((run) => relativeError(run.expected_microcredits, run.actual_microcredits)),
        ),
      };
    },
    removeConnection: (connectionId) =>
      transaction(database, () => {
        removeSamples.run(connectionId);
        removeRuns.run(connectionId);
      }),
    removeKinds: (connectionId, kinds) =>
      transaction(database, () => {
        for (const kind of kinds) removeKind.run(connectionId, kind);
      }),
  };
}
