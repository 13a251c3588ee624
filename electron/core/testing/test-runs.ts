import type { DatabaseSync } from 'node:sqlite';
import { createRunHistory } from '../runs/run-history.ts';
import { createRunOutputs } from '../runs/run-outputs.ts';
import { createRunReader } from '../runs/run-reader.ts';
import { createRunRecorder } from '../runs/run-recorder.ts';
import { createRunSources } from '../runs/run-sources.ts';
import { createRunWriter } from '../runs/run-writer.ts';
import type { Clock } from '../options.ts';
import { createTestLog } from './test-log.ts';

/** The writer and the reader of runs over a database, without a service to ask. */
export function openTestRuns(database: DatabaseSync, clock: Clock) {
  const log = createTestLog();
  const runs = createRunHistory(database);
  const sources = createRunSources(database);
  const outputs = createRunOutputs({ database, nameOf: () => null, log });
  const recorder = createRunRecorder({
    sources,
    outputs,
    graphAt: async () => null,
    hashesOf: async () => new Map(),
    onRecorded: () => undefined,
    onDeferred: () => undefined,
    clock,
    log,
  });
  const writer = createRunWriter({
    runs,
    files: { noteOutputs: () => undefined },
    outputs,
    recorder,
    client() {
      throw new Error('Nothing is read here.');
    },
    emit: () => undefined,
    onRun: () => undefined,
    onPending: () => undefined,
    clock,
    schedule: () => () => undefined,
  });
  const recorded = (connectionId: string, runId: string) => recorder.idle(connectionId, runId);
  return {
    writer,
    reader: createRunReader({ runs, outputs, sources, recorded }),
    /** Resolves when nothing is being recorded. */
    settled: () => recorder.settled(),
  };
}
