import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '#renderer/editor/testing/editor-stand-in.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { openSession } from '#renderer/editor/session/open-session.ts';
import type { StartRequest } from '#renderer/runs/index.ts';
import { startRunnable } from './start-run.ts';

const photo = { file: { type: 'image', value: 'file_1.png' } };
/** A chain that can run, and a blur without a picture with one below it. */
const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', inputs: photo },
    { id: 'small', type: 'image/resize', inputs: {} },
    { id: 'blur', type: 'image/blur', inputs: {} },
    { id: 'below', type: 'image/resize', inputs: {} },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['small', 'image'] },
    { from: ['blur', 'image'], to: ['below', 'image'] },
  ],
};

async function open(start: Graph): Promise<{
  session: EditorSession;
  sent: StartRequest[];
  starting: (reject?: (request: StartRequest) => ApiError | null) => {
    session: EditorSession;
    runs: Parameters<typeof startRunnable>[0]['runs'];
  };
}> {
  const session = await openSession(standIn(start));
  onTestFinished(() => session.dispose());
  await vi.waitFor(() => expect(session.catalog.loaded && session.catalog.pinsOf('input/text')).toBeTruthy());
  const sent: StartRequest[] = [];
  return {
    session,
    sent,
    starting: (reject) => ({
      session,
      runs: {
        start: (request) => {
          sent.push(request);
          const error = reject?.(request);
          return error ? Promise.reject(error) : Promise.resolve({} as never);
        },
      },
    }),
  };
}

const refusal = (details: Record<string, unknown>) =>
  new ApiError({ status: 400, code: 'INPUT_INVALID', message: 'Blur: Strength is odd.', details });

test('what can run is named as targets, and what cannot is left out with its reason', async () => {
  const { session, sent, starting } = await open(graph);
  const outcome = await startRunnable(starting(), {});
  expect(sent).toEqual([{ targetNodeIds: ['small'] }]);
  expect(outcome).toEqual({ able: 2, leftOut: ['blur', 'below'], started: true });
  expect(session.outlook.reasonOf('blur')).toBe('Image is not set.');
  expect(session.outlook.reasonOf('below')).toBe('Waits for Blur, which cannot run.');
  expect(session.outlook.wasLeftOut('below')).toBe(true);
  session.apply('connect', [{ op: 'connect', from: ['photo', 'image'], to: ['blur', 'image'] }]);
  session.outlook.current();
  expect(session.outlook.wasLeftOut('blur')).toBe(false);
  await startRunnable(starting(), {});
  expect(sent[1]).toEqual({});
});

test('an input whose feeder is muted is not said to be not set', async () => {
  const { session } = await open(graph);
  session.apply('connect', [{ op: 'connect', from: ['photo', 'image'], to: ['blur', 'image'] }]);
  session.toggles.mute(['photo']);
  session.outlook.current();
  expect(session.outlook.reasonOf('blur')).toMatch(/ is muted, and gives no Image\.$/);
});

test('nothing is asked for where nothing can run, or where the node that was asked for cannot', async () => {
  const { sent, starting } = await open(graph);
  const outcome = await startRunnable(starting(), { targetNodeIds: ['below'] });
  expect(outcome).toMatchObject({ leftOut: ['below'], started: false });
  await startRunnable(starting(), { targetNodeIds: ['below', 'photo'] });
  expect(sent).toEqual([{ targetNodeIds: ['photo'] }]);
});

test('a node that the service refuses is marked and the rest is asked for, until the node is changed', async () => {
  const sound: Graph = {
    nodes: graph.nodes.slice(0, 3),
    connections: [graph.connections[0]!, { from: ['photo', 'image'], to: ['blur', 'image'] }],
  };
  const { session, sent, starting } = await open(sound);
  const reject = ({ targetNodeIds }: StartRequest) =>
    targetNodeIds === undefined ? refusal({ nodeId: 'blur', pin: 'sigma' }) : null;
  const outcome = await startRunnable(starting(reject), {});
  expect(sent).toEqual([{}, { targetNodeIds: ['small'] }]);
  expect(outcome).toEqual({ able: 2, leftOut: ['blur'], started: true });
  expect(session.outlook.reasonOf('blur')).toBe('Blur: Strength is odd.');
  session.setInput('blur', 'sigma', { type: 'number', value: 3 });
  expect(session.outlook.current().blockers.size).toBe(0);
});

test('a refusal that names no node of the graph is told as it is', async () => {
  const { sent, starting } = await open({ ...graph, nodes: graph.nodes.slice(0, 1), connections: [] });
  for (const details of [{}, { nodeId: 'gone' }]) {
    await expect(
      startRunnable(
        starting(() => refusal(details)),
        {},
      ),
    ).rejects.toThrow('Strength is odd.');
  }
  expect(sent).toHaveLength(2);
});

/** A photo, blurred, then made small. */
const chain: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', inputs: photo },
    { id: 'blur', type: 'image/blur', inputs: {} },
    { id: 'small', type: 'image/resize', inputs: {} },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['small', 'image'] },
  ],
};

test('a muted node is left out of what runs, its wire goes past it, and unmuting brings the key back', async () => {
  const { session, sent, starting } = await open(chain);
  await vi.waitFor(() => expect(session.keys.keyOf('small')).not.toBeNull());
  const key = session.keys.keyOf('small');
  session.store.select(['blur']);
  session.toggles.mute();
  expect(session.keys.keyOf('small')).not.toBe(key);
  expect(await startRunnable(starting(), {})).toEqual({ able: 2, leftOut: [], started: true });
  expect(sent[0]?.graph?.nodes.map(({ id }) => id)).toEqual(['photo', 'small']);
  expect(sent[0]?.graph?.connections).toEqual([{ from: ['photo', 'image'], to: ['small', 'image'] }]);
  // An edit above a muted node reaches what it feeds past it.
  const past = session.keys.keyOf('small');
  session.setInput('photo', 'file', { type: 'image', value: 'file_2.png' });
  expect(session.keys.keyOf('small')).not.toBe(past);
  session.undo();
  // A wire into the muted node itself does as well.
  session.apply('unplug', [{ op: 'disconnect', from: ['photo', 'image'], to: ['blur', 'image'] }]);
  expect(session.keys.keyOf('small')).not.toBe(past);
  session.undo();
  expect(session.keys.keyOf('small')).toBe(past);
  session.undo();
  expect(session.keys.keyOf('small')).toBe(key);
  await startRunnable(starting(), {});
  expect(sent[1]).toEqual({});
});

test('a run takes what a frozen node made, and leaves out what only that needs unless it is asked for', async () => {
  const { session, sent, starting } = await open(chain);
  await vi.waitFor(() => expect(session.keys.keyOf('small')).not.toBeNull());
  const key = session.keys.keyOf('small');
  const made = {
    type: 'image',
    fileId: 'file_7.png',
    filename: 'a.png',
    contentType: 'image/png',
    sizeBytes: 9,
  };
  const outputs = { image: { ...made, downloadUrl: 'https://example.com/a.png' } };
  session.outlook.follow({
    isReused: () => undefined,
    subscribe: () => () => undefined,
    resultOf: (id) => (id === 'blur' ? { runId: 'run_1', outputs, key: null } : undefined),
  });
  session.store.select(['blur']);
  session.toggles.freeze();
  expect(session.states.frozenOutputs('blur')).toEqual({ image: made });
  expect(session.keys.keyOf('small')).not.toBe(key);
  const past = session.keys.keyOf('small');
  await startRunnable(starting(), {});
  expect(sent[0]?.graph).toEqual({
    nodes: [{ ...chain.nodes[2], inputs: { image: { type: 'file', value: 'file_7.png' } } }],
    connections: [],
  });
  await startRunnable(starting(), { targetNodeIds: ['photo'] });
  expect(sent[1]?.graph?.nodes.map(({ id }) => id)).toEqual(['photo', 'small']);
  expect(await startRunnable(starting(), { targetNodeIds: ['blur'] })).toMatchObject({ started: false });
  // What lies above a frozen node changes nothing below it.
  session.setInput('photo', 'file', { type: 'image', value: 'file_2.png' });
  expect(session.keys.keyOf('small')).toBe(past);
  session.undo();
  session.undo();
  expect(session.states.isFrozen('blur')).toBe(false);
  expect(session.keys.keyOf('small')).toBe(key);
});
