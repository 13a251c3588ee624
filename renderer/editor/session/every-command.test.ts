import { expect, it } from 'vitest';
import { emptyCanvas } from '#shared/canvas/items.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import type { Graph } from '#shared/graph/types.ts';
import * as fc from '#shared/testing/property.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';
import { replaceNodes } from './replacing.ts';

const at = (id: string, type: string, x: number) => ({ id, type, position: { x, y: 0 }, inputs: {} });
const graph: Graph = {
  nodes: [at('a', 'input/image', 0), at('b', 'image/blur', 320), at('c', 'image/resize', 640)],
  connections: [
    { from: ['a', 'image'], to: ['b', 'image'] },
    { from: ['b', 'image'], to: ['c', 'image'] },
  ],
};

const made = { image: { type: 'text', value: 'made' } };

async function open(): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  session.outlook.follow({
    isReused: () => undefined,
    subscribe: () => () => undefined,
    resultOf: () => ({ runId: 'run_1', outputs: made, key: null }),
  });
  return session;
}

const [few, x, y] = [fc.nat(5), fc.integer({ min: -9, max: 900 }), fc.integer({ min: -9, max: 400 })];

/** What people do, by its name. */
const commands = {
  frame: ({ items }: EditorSession) => items.addFrame(),
  note: ({ items }: EditorSession) => items.addNote(),
  arrow: ({ items, view }: EditorSession) => items.addLine([view.center, { x: 40, y: 90 }], true),
  fit: ({ items }: EditorSession) => items.fitFrames(),
  'collapse frames': ({ items }: EditorSession) =>
    items.toggleCollapsed(items.all().filter(({ kind }) => kind === 'frames')),
  'collapse one': ({ items }: EditorSession) => items.toggleCollapsed(),
  delete: (session: EditorSession) => session.deleteSelection(),
  // A document that doubles again and again says no more than one that does so a few times.
  duplicate: ({ store, items, clipboard }: EditorSession) =>
    store.getGraph().nodes.length + items.all().length < 40 && clipboard.duplicate(),
  all: (session: EditorSession) => session.selectAll(),
  nothing: ({ items }: EditorSession) => items.select([]),
  tidy: ({ arranging }: EditorSession) => arranging.autoLayout(),
  mute: ({ toggles }: EditorSession) => toggles.mute(),
  freeze: ({ toggles }: EditorSession) => toggles.freeze(),
  lock: ({ toggles }: EditorSession) => toggles.lock(),
  collapse: ({ toggles }: EditorSession) => toggles.collapse(),
  wider: ({ toggles }: EditorSession) => toggles.widen(64),
  narrower: ({ toggles }: EditorSession) => toggles.widen(-64),
  name: ({ reroutes, store }: EditorSession) =>
    reroutes.toggleNames([...store.wires()].map(([key]) => key).slice(0, 2)),
  straighten: ({ reroutes, store }: EditorSession) => reroutes.clear([...store.wires()].map(([key]) => key)),
} as const;
type Plain = keyof typeof commands;

type Command =
  | { do: Plain }
  | { do: 'node' | 'item' | 'wire'; at: number }
  | { do: 'nudge' | 'point' | 'move point'; at: number; x: number; y: number }
  | { do: 'text' | 'wire name'; text: string }
  | { do: 'color'; color: string | undefined }
  | { do: 'replace'; type: string };
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...(Object.keys(commands) as Plain[])) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('node', 'item', 'wire'), at: few }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('nudge', 'point', 'move point'), at: few, x, y }) },
  fc.record({ do: fc.constantFrom('text' as const, 'wire name' as const), text: fc.string() }),
  fc.record({ do: fc.constant('color' as const), color: fc.constantFrom('#c2413b', undefined) }),
  fc.record({ do: fc.constant('replace' as const), type: fc.constantFrom('image/blur', 'image/resize') }),
);

function run(session: EditorSession, one: Command): void {
  const { items, store, states, reroutes } = session;
  const wireAt = (place: number) => [...store.wires()][place]?.[0] ?? '';
  switch (one.do) {
    case 'node':
      return store.select(
        store
          .getGraph()
          .nodes.slice(one.at, one.at + 1)
          .map(({ id }) => id),
      );
    case 'item': {
      const item = items.all()[one.at];
      return item && items.toggle(item.key);
    }
    case 'wire':
      return store.select([], [wireAt(one.at)]);
    case 'nudge':
      return session.arranging.nudge(one.x, one.y);
    case 'point':
      return reroutes.add(wireAt(one.at), one);
    case 'move point':
      return reroutes.of(wireAt(one.at)).length > 0
        ? reroutes.move({ key: wireAt(one.at), index: 0 }, one)
        : undefined;
    case 'text': {
      const [item] = items.selected();
      return item && void items.setText(item, one.text);
    }
    case 'wire name':
      return reroutes.rename(wireAt(0), one.text);
    case 'color':
      items.setColor(one.color);
      return void session.apply('color', [], {
        canvas: states.colorOperations(store.selectedNodes, one.color),
      });
    case 'replace':
      return void replaceNodes(session, store.selectedNodes, one.type);
    default:
      commands[one.do](session);
  }
}

it('any 300 commands are undone to the start and redone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 300, maxLength: 300 }), async (all) => {
      const session = await open();
      const { store } = session;
      for (const one of all) run(session, one);
      const [shown, items] = [store.getGraph(), store.canvas.items];
      let steps = 0;
      while (store.undo() !== null) steps += 1;
      expect(sameGraph(store.getGraph(), graph)).toBe(true);
      expect(store.canvas.items).toEqual(emptyCanvas());
      for (let step = 0; step < steps; step += 1) store.redo();
      expect(sameGraph(store.getGraph(), shown)).toBe(true);
      expect(store.canvas.items).toEqual(items);
      session.dispose();
    }),
    { numRuns: 5 },
  );
});
