import {
  array,
  assert,
  constant,
  constantFrom,
  double,
  oneof,
  property,
  record,
} from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { PublicRunDetail, PublicRunEvent } from '#shared/api/index.ts';
import { advanceRun } from './advance-run.ts';
import { describeRun, nodesInOrder, progressOf } from './describe-run.ts';
import { isOver, mergeDetail, runFromDetail } from './run-state.ts';

const detail = (change: Partial<PublicRunDetail> = {}): PublicRunDetail => ({
  id: 'run_1',
  status: 'accepted',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  projectId: 'prj_1',
  projectVersion: 4,
  ...change,
});

let serial = 0;
const event = (type: string, change: Partial<PublicRunEvent> = {}): PublicRunEvent => ({
  id: `evt_${(serial += 1)}`,
  runId: 'run_1',
  type,
  createdAt: '2026-01-01T10:00:01.000Z',
  ...change,
});

const play = (events: PublicRunEvent[], run = runFromDetail(detail())) => events.reduce(advanceRun, run);

const started = event('run.started', { data: { plan: ['photo', 'blur', 'save'], total: 3 } });
const image = {
  type: 'image',
  fileId: 'file_1.png',
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes: 9,
};

describe('advanceRun', () => {
  it('tells a node that nothing takes from one that was not reached, with the reason', () => {
    const message = 'Not run: Which takes another branch.';
    const run = play([
      started,
      event('log', { nodeId: 'blur', message, data: { code: 'NODE_SKIPPED' } }),
      event('run.succeeded'),
    ]);
    expect(run.nodes['blur']).toMatchObject({ phase: 'skipped', message });
    expect(run.nodes['save']?.phase).toBe('canceled');
  });

  it('shows every planned node as waiting, then what becomes of each', () => {
    const run = play([
      started,
      event('node.cached', { nodeId: 'photo', data: { outputs: { image }, durationMs: 0 } }),
      event('node.started', { nodeId: 'blur' }),
      event('node.progress', { nodeId: 'blur', progress: 0.5, message: 'half way' }),
    ]);
    expect(run.status).toBe('running');
    expect(run.nodes['photo']).toMatchObject({ phase: 'cached', outputs: { image } });
    expect(run.nodes['blur']).toMatchObject({ phase: 'running', progress: 0.5, message: 'half way' });
    expect(run.nodes['save']?.phase).toBe('waiting');
    expect(progressOf(run)).toEqual({ total: 3, finished: 1, share: 0.5 });
    expect(describeRun(run)).toBe('Running, 1 of 3 done');
  });

  it('changes nothing once the run is over', () => {
    const over = play([started, event('run.succeeded')]);
    for (const late of [
      event('node.progress', { nodeId: 'blur', progress: 0.2 }),
      event('run.started', { data: { plan: ['x'] } }),
      event('run.failed', { message: 'too late' }),
    ]) {
      expect(advanceRun(over, late)).toBe(over);
    }
  });

  it('changes nothing of a node that has ended', () => {
    const run = play([
      started,
      event('node.succeeded', { nodeId: 'blur', data: { outputs: { image }, durationMs: 12 } }),
      event('node.progress', { nodeId: 'blur', progress: 0.1 }),
      event('node.started', { nodeId: 'blur' }),
      event('node.failed', { nodeId: 'photo', message: 'No such file' }),
      event('node.succeeded', { nodeId: 'photo', data: { outputs: { image } } }),
    ]);
    expect(run.nodes['blur']).toMatchObject({ phase: 'succeeded', durationMs: 12, progress: null });
    expect(run.nodes['photo']).toMatchObject({ phase: 'failed', message: 'No such file', outputs: null });
  });

  it('ignores events of another run and types it does not know', () => {
    const run = play([started]);
    expect(advanceRun(run, event('run.failed', { runId: 'run_2' }))).toBe(run);
    expect(advanceRun(run, event('run.paused'))).toMatchObject({ status: 'running' });
  });

  it('keeps why a node has not begun on the node until it does', () => {
    const reason = 'All workers are busy. It begins as soon as one has room.';
    const run = play([started, event('log', { nodeId: 'blur', message: reason, data: { pending: true } })]);
    expect([run.nodes['blur']?.message, run.log.at(-1)?.text]).toEqual([reason, reason]);
    const begun = advanceRun(run, event('node.started', { nodeId: 'blur' }));
    expect([begun.nodes['blur']?.phase, begun.nodes['blur']?.message]).toEqual(['running', null]);
    const late = advanceRun(
      begun,
      event('log', { nodeId: 'blur', message: reason, data: { pending: true } }),
    );
    expect(late.nodes['blur']?.message).toBeNull();
  });

  it('puts failures first, with the message on the node, in the log and on the run', () => {
    const run = play([
      started,
      event('node.started', { nodeId: 'save' }),
      event('node.failed', { nodeId: 'blur', message: 'Sigma is out of range', data: { code: 'BAD_INPUT' } }),
      event('run.failed', { nodeId: 'blur', message: 'Sigma is out of range' }),
    ]);
    expect(nodesInOrder(run).map(({ nodeId, phase }) => [nodeId, phase])).toEqual([
      ['blur', 'failed'],
      ['photo', 'canceled'],
      ['save', 'canceled'],
    ]);
    expect(run.failure).toMatchObject({ message: 'Sigma is out of range', nodeId: 'blur' });
    expect(run.log.at(-1)).toMatchObject({ nodeId: 'blur', text: 'Sigma is out of range', tone: 'error' });
  });

  it('remembers of the node and of the run what a model may have charged', () => {
    const perhapsCharged = { provider: 'Acme', model: 'm', microcredits: '30000000' };
    const run = play([
      started,
      event('node.failed', {
        nodeId: 'blur',
        message: 'Lost',
        data: { code: 'PERHAPS_CHARGED', perhapsCharged },
      }),
      event('run.failed', { message: 'Lost', data: { error: { message: 'Lost', perhapsCharged } } }),
    ]);
    expect(run.nodes['blur']).toMatchObject({ phase: 'failed', perhapsCharged: '30000000' });
    expect(run.failure).toMatchObject({ perhapsCharged: '30000000' });
    expect(play([started]).nodes['blur']?.perhapsCharged ?? null).toBeNull();
  });

  it('stays over whatever order events arrive in, and its counts stay within bounds', () => {
    const types = [
      'run.accepted',
      'run.queued',
      'run.started',
      'node.started',
      'node.progress',
      'node.succeeded',
      'node.cached',
      'node.failed',
      'log',
      'run.cancel_requested',
      'run.succeeded',
      'run.failed',
      'run.canceled',
      'something.new',
    ];
    const anyEvent = record({
      type: constantFrom(...types),
      nodeId: constantFrom('photo', 'blur', 'save', 'ghost', null),
      progress: oneof(double(), constant(null)),
    }).map((fields) =>
      event(fields.type, { ...fields, ...(fields.type === 'run.started' ? { data: started.data } : {}) }),
    );
    assert(
      property(array(anyEvent, { maxLength: 40 }), (events) => {
        const states = events.reduce(
          (all, next) => [...all, advanceRun(all.at(-1) ?? all[0]!, next)],
          [runFromDetail(detail())],
        );
        const end = states.find(isOver);
        const afterEnd = end ? states.slice(states.indexOf(end)) : [];
        expect(afterEnd.every((state) => state === end)).toBe(true);
        const open = Object.values(end?.nodes ?? {}).filter(({ phase }) => /^(waiting|running)$/.test(phase));
        expect(open).toEqual([]);
        for (const state of states) {
          const { share, finished: ended, total } = progressOf(state);
          expect(ended).toBeLessThanOrEqual(total);
          expect(share ?? 0).toBeGreaterThanOrEqual(0);
          expect(share ?? 0).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('mergeDetail', () => {
  it('completes a run with outputs and cost, and never brings one back to life', () => {
    const over = play([started, event('run.succeeded')]);
    const stale = mergeDetail(over, detail({ status: 'running' }));
    expect(stale.status).toBe('succeeded');
    const done = mergeDetail(
      over,
      detail({
        status: 'succeeded',
        outputs: { Poster: image },
        creditsUsedMicrocredits: '2500000',
        executionTimeMs: 40,
      }),
    );
    expect(done).toMatchObject({
      outputs: { Poster: image },
      creditsUsedMicrocredits: '2500000',
      executionTimeMs: 40,
    });
  });

  it('ends a run whose last event was never seen', () => {
    const run = mergeDetail(
      play([started]),
      detail({ status: 'failed', error: { message: 'Out of memory', nodeId: 'blur' } }),
    );
    expect(isOver(run)).toBe(true);
    expect(run.failure).toMatchObject({ message: 'Out of memory', nodeId: 'blur' });
    expect(run.nodes['blur']?.phase).toBe('canceled');
  });

  it('does without any field of the error', () => {
    expect(mergeDetail(play([started]), detail({ status: 'failed', error: {} })).failure?.message).toBe(
      'The run failed without saying why.',
    );
  });
});
