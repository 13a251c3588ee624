import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  array,
  asyncProperty,
  assert,
  boolean,
  constantFrom,
  nat,
  record,
  type Arbitrary,
} from '#shared/testing/property.ts';
import {
  ApiError,
  endpoints,
  isTerminalRunStatus,
  type ApiClient,
  type PublicRunDetail,
  type PublicRunEvent,
} from '#shared/api/index.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { advanceRun } from './advance-run.ts';
import { createRunSnapshots } from './run-snapshots.ts';
import { runFromRecord, mergeDetail, type RunState } from './run-state.ts';
import { createRunStore } from './run-store.ts';

afterEach(() => vi.unstubAllGlobals());

const CREATED = '2026-01-01T10:00:00.000Z';
const PLAN = ['photo', 'blur', 'save'];

/** Events of a run as a service may write them down: any order of any kinds, several in the same millisecond. */
const anyEvents: Arbitrary<PublicRunEvent[]> = array(
  record({
    type: constantFrom(
      'run.queued',
      'run.started',
      'node.started',
      'node.progress',
      'node.succeeded',
      'node.cached',
      'node.failed',
      'log',
      'run.cancel_requested',
      'something.new',
    ),
    nodeId: constantFrom(...PLAN, 'unplanned'),
    progress: nat(10).map((tenths) => tenths / 10),
    later: boolean(),
  }),
  { minLength: 1, maxLength: 60 },
).map((drawn) => {
  let second = 0;
  return drawn.map(({ type, nodeId, progress, later }, index): PublicRunEvent => {
    second += later ? 1 : 0;
    return {
      id: `e${index + 1}`,
      runId: 'run_1',
      type,
      nodeId: type.startsWith('run.') ? null : nodeId,
      progress,
      message: `${type} ${index}`,
      createdAt: new Date(Date.parse(CREATED) + second).toISOString(),
      data:
        type === 'run.started'
          ? { plan: PLAN }
          : { outputs: { out: { type: 'string', value: `${index}` } }, durationMs: index },
    };
  });
});
const ending = (serial: number): PublicRunEvent => ({
  id: `e${serial}`,
  runId: 'run_1',
  type: 'run.succeeded',
  createdAt: '2026-01-01T10:01:00.000Z',
});

/** A service with one run that is going on, and this computer, which keeps what it is given as bytes. */
function startWorld() {
  const written: PublicRunEvent[] = [];
  /** The service takes no cursor that it gave out in an earlier term. */
  let term = 0;
  const named = (event: PublicRunEvent) => ({ ...event, id: `${term}.${event.id}` });
  let stored: string | null = null;
  const world = {
    eventsRead: 0,
    write: (event: PublicRunEvent) => void written.push(event),
    forgetCursors: () => void (term += 1),
    get storedId() {
      return stored === null ? null : ((JSON.parse(stored) as { run: RunState }).run.lastEventId ?? null);
    },
    keepAsIs: (text: string) => (stored = text),
    detail(): PublicRunDetail {
      const isDone = written.some(({ type }) => type === 'run.succeeded');
      return {
        id: 'run_1',
        projectId: 'p',
        createdAt: CREATED,
        updatedAt: CREATED,
        status: isDone ? 'succeeded' : 'running',
        outputs: isDone ? { Words: { type: 'string', value: 'done' } } : {},
      };
    },
    after(cursor: string | null | undefined): PublicRunEvent[] {
      const place = cursor ? written.findIndex(({ id }) => cursor === `${term}.${id}`) : -1;
      if (cursor && place < 0) {
        throw new ApiError({ status: 400, code: 'INVALID_CURSOR', message: 'No such place.' });
      }
      return written.slice(place + 1).map(named);
    },
    api: (async (endpoint: { id: string }, call: { query?: { cursor?: string } }) => {
      if (endpoint.id === endpoints.runs.create.id || endpoint.id === endpoints.runs.get.id) {
        return world.detail();
      }
      const rest = world.after(call.query?.cursor);
      const data = rest.slice(0, 7);
      world.eventsRead += data.length;
      return { data, hasMore: rest.length > 7, nextCursor: rest.length > 7 ? data.at(-1)!.id : null };
    }) as unknown as ApiClient,
    desk: (async (name: string, call: { body?: { snapshot: unknown } }) => {
      if (name === 'keepRunSnapshot') stored = JSON.stringify(call.body?.snapshot);
      if (name === 'getRunSnapshot') return { snapshot: stored === null ? null : JSON.parse(stored) };
      const { id: runId, ...fields } = world.detail();
      return { runs: [{ runId, ...fields, lastEventId: null }] };
    }) as unknown as Desk,
    /** As a page paints it that reads everything from the start, in order. */
    truth: () =>
      mergeDetail(written.map(named).reduce(advanceRun, runFromRecord(world.detail())), world.detail()),
  };
  return world;
}
const never = new AbortController().signal;
const nextTurn = () => new Promise<void>((resume) => void setTimeout(resume));
const snapshotsOf = (world: ReturnType<typeof startWorld>) =>
  createRunSnapshots({ connectionId: 'local', api: world.api, desk: world.desk, signal: () => never });

describe('the stored snapshot of a run', () => {
  it('and the rest of the events make what all of them make from the start, wherever it was left', () =>
    assert(
      asyncProperty(anyEvents, array(nat(60)), array(nat(60)), async (events, leaves, losses) => {
        const world = startWorld();
        let snapshots = snapshotsOf(world);
        for (const [index, event] of events.entries()) {
          world.write(event);
          if (losses.includes(index)) world.forgetCursors();
          if (!leaves.includes(index)) continue;
          await snapshots.advance(runFromRecord(world.detail()));
          await vi.waitFor(() => expect(world.storedId).toMatch(new RegExp(`[.]${event.id}$`)));
          snapshots = snapshotsOf(world);
        }
        world.write(ending(events.length + 1));
        const painted = mergeDetail(await snapshots.advance(runFromRecord(world.detail())), world.detail());
        expect(painted).toEqual(world.truth());
      }),
      { numRuns: 60 },
    ));

  it('is where reading goes on: of 5,000 events the last are read, and none of an ended run', async () => {
    const world = startWorld();
    for (let serial = 1; serial <= 5_000; serial += 1) {
      world.write({ ...ending(serial), type: 'node.progress', nodeId: 'blur', progress: serial / 5_000 });
    }
    await snapshotsOf(world).advance(runFromRecord(world.detail()));
    await vi.waitFor(() => expect(world.storedId).toBe('0.e5000'));
    expect(world.eventsRead).toBe(5_000);
    world.write({ ...ending(5_001), type: 'log', message: 'nearly done' });
    world.write(ending(5_002));
    world.eventsRead = 0;
    await snapshotsOf(world).advance(runFromRecord(world.detail()));
    await vi.waitFor(() => expect(world.storedId).toBe('0.e5002'));
    expect(world.eventsRead).toBe(2);
    world.eventsRead = 0;
    await snapshotsOf(world).advance(runFromRecord(world.detail()));
    expect(world.eventsRead).toBe(0);
  });

  it('that another version of the app wrote, or that is damaged, is not painted', async () => {
    for (const text of [
      '{"format":99,"run":{"lastEventId":"e1"}}',
      '"x"',
      '{"format":1,"run":{"runId":"run_1"}}',
    ]) {
      const world = startWorld();
      world.write(ending(1));
      world.keepAsIs(text);
      const run = await snapshotsOf(world).advance(runFromRecord(world.detail()));
      expect(run).toMatchObject({ status: 'succeeded', lastEventId: '0.e1' });
    }
  });

  it('follows a stream that brings many events, so that a page that is killed leaves few to read', async () => {
    const world = startWorld();
    const snapshots = snapshotsOf(world);
    let run = await snapshots.load(runFromRecord(world.detail()));
    for (let serial = 1; serial <= 1_000; serial += 1) {
      const event = { ...ending(serial), type: 'node.progress', nodeId: 'blur', progress: serial / 1_000 };
      world.write(event);
      run = advanceRun(run, event);
      snapshots.received(run);
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(Number(world.storedId?.slice(3))).toBeGreaterThanOrEqual(800));
  });
});

describe('a run that a page follows', () => {
  /** Frames of a stream from somewhere on: some twice, some after their successors, some never. */
  const framesOf = (events: readonly PublicRunEvent[], lies: readonly number[]): string => {
    const sent: PublicRunEvent[] = [];
    events.forEach((event, index) => {
      const lie = lies[index % Math.max(1, lies.length)];
      if (lie === 1) return;
      if (lie === 2 && sent.length > 0) sent.splice(-1, 0, event);
      else sent.push(event);
      if (lie === 3) sent.push(event);
    });
    return sent.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  };

  it('is painted exactly in the end, whatever the stream did and wherever pages were left meanwhile', () =>
    assert(
      asyncProperty(anyEvents, array(nat(5), { maxLength: 9 }), nat(60), async (events, lies, left) => {
        const world = startWorld();
        vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
          const cursor = new Headers(init?.headers).get('last-event-id');
          try {
            return new Response(framesOf(world.after(cursor), lies), {
              headers: { 'content-type': 'text/event-stream' },
            });
          } catch {
            return Response.json(
              { error: { code: 'INVALID_CURSOR', message: 'No such place.' } },
              { status: 400 },
            );
          }
        });
        const open = () =>
          createRunStore({
            connectionId: 'local',
            projectId: 'p',
            api: world.api,
            desk: world.desk,
            wait: () => nextTurn(),
          });
        for (const event of events.slice(0, left)) world.write(event);
        const first = open();
        await first.start({});
        await nextTurn();
        first.dispose();
        for (const event of events.slice(left)) world.write(event);
        const second = open();
        const end = new Promise<RunState>((resolve) => second.onEnd(resolve));
        await second.loadHistory();
        if (lies.includes(4)) world.forgetCursors();
        world.write(ending(events.length + 1));
        expect(isTerminalRunStatus((await end).status)).toBe(true);
        expect(second.store.getState().runs['run_1']).toEqual(world.truth());
        second.dispose();
      }),
      { numRuns: 60 },
    ));
});
