import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { BatchLimits, DeskEvent } from '#shared/desk/index.ts';
import { openDeskDatabase } from '../../storage/desk-database.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { openTestRuns } from '../../testing/test-runs.ts';
import { BatchStore } from '../batch-store.ts';
import { noteRun } from '../batches-feature.ts';
import { Batches } from '../batches.ts';
import { withResult } from '../item-results.ts';
import { createSteppedClock, RunService } from './run-service.ts';

/** The batch that `fill` makes when no other is named. */
export const ID = 'batch_00000001';
export const LIMITS: BatchLimits = { maxRuns: null, maxMicrocredits: null, inFlight: 3 };

/** A process with the batches of a database; it can be killed at any moment. */
export function startProcess(database: DatabaseSync, service: RunService) {
  let isDead = false;
  const { clock, step, jump } = createSteppedClock();
  const events: DeskEvent[] = [];
  const { reader, writer, settled } = openTestRuns(database, clock);
  const batches = new Batches({
    // A dead process writes nothing, hears nothing, and never wakes from a sleep.
    store: new Proxy(new BatchStore(database, () => clock.now()), {
      get(store, name) {
        if (isDead) throw new Error('This process was killed.');
        const member: unknown = Reflect.get(store, name);
        return typeof member === 'function' ? (member.bind(store) as unknown) : member;
      },
    }),
    api: () => service.api(() => isDead),
    clock,
    log: createTestLog(),
    restoredAt: async () => service.restoredAt,
    graphOf: async (_connectionId, runId) => service.graphs.get(runId) ?? null,
    emit: (event) => void events.push(event),
    present: (_batchId, items) => items.map((item) => withResult(item, 'local', reader)),
    results: reader,
    async note(connectionId, run) {
      await service.recording;
      return isDead ? new Promise(() => {}) : noteRun(writer, connectionId, run);
    },
  });
  const breathe = async () => {
    for (let turn = 0; turn < 8; turn += 1) await yieldToEventLoop();
    await settled();
    await yieldToEventLoop();
  };
  return {
    batches,
    reader,
    events,
    jump,
    /** Lets time pass so many steps. */
    async pass(steps: number) {
      await breathe();
      for (let at = 0; at < steps; at += 1) {
        if (!step()) break;
        await breathe();
      }
    },
    /** Lets time pass until the batch does not run any more. */
    async settle(id = ID) {
      await breathe();
      for (let at = 0; at < 2000; at += 1) {
        const { state, counts } = batches.get(id);
        if (state !== 'running' && counts.submitted === 0) return;
        if (!step()) break;
        await breathe();
      }
      const { state, counts } = batches.get(id);
      if (state === 'running' || counts.submitted > 0) throw new Error(`It stays: ${JSON.stringify(counts)}`);
    },
    kill: () => void (isDead = true),
  };
}

/** A process on an empty database, closed at the end of the test. */
export function open() {
  const database = openDeskDatabase(
    ':memory:',
    () => 0,
    () => {},
  );
  onTestFinished(() => database.close());
  const service = new RunService();
  return { database, service, desk: startProcess(database, service) };
}

/** Makes a batch of so many items, each with its number as its value. */
export function fill(
  { batches }: { batches: Batches },
  items: number,
  limits = LIMITS,
  kind: 'grid' | 'table' = 'grid',
  id = ID,
  connectionId = 'local',
) {
  batches.create({
    id,
    connectionId,
    kind,
    name: 'Strength by seed',
    source: {
      kind: 'graph',
      projectId: 'prj_1',
      projectVersion: 4,
      targetNodeIds: [],
      graph: { nodes: [{ id: 'a', type: 'input/number' }], connections: [] },
    },
    fields: [{ of: 'node', nodeId: 'a', input: 'value', label: 'Value', type: 'number' }],
    layout: null,
    limits,
  });
  batches.append(
    id,
    0,
    Array.from({ length: items }, (_, at) => ({
      place: [at],
      values: [{ type: 'number' as const, value: at }],
    })),
  );
}
