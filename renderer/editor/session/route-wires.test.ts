import { expect, it, onTestFinished } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import * as fc from '#shared/testing/property.ts';
import { grow } from '../geometry.ts';
import { crosses } from '../scene/wire-geometry.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';
import { routeWires } from './route-wires.ts';

async function open(graph: Graph): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  onTestFinished(() => session.dispose());
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 6000, height: 4000 });
  return session;
}
const blur = (id: string, x: number, y: number) => ({
  id,
  type: 'image/blur',
  position: { x, y },
  inputs: {},
});

/** Pairs of a wire and a node of neither end that it passes under. */
const crossings = ({ scene }: EditorSession): number =>
  [...scene.shapes()].reduce(
    (sum, { curve, wire }) =>
      sum +
      [...scene.boxes()].filter(
        (box) => box.id !== wire.from[0] && box.id !== wire.to[0] && crosses(curve, grow(box, -1)),
      ).length,
    0,
  );

it('a wire goes around the node that covers it, also backwards, in one step', async () => {
  const session = await open({
    nodes: [
      blur('a', 0, 0),
      blur('between', 500, 0),
      blur('b', 1000, 0),
      blur('c', -800, 0),
      blur('d', -400, 0),
    ],
    connections: [
      { from: ['a', 'image'], to: ['b', 'image'] },
      { from: ['b', 'image'], to: ['c', 'image'] },
    ],
  });
  expect(crossings(session)).toBeGreaterThan(1);
  routeWires(session, []);
  expect(crossings(session)).toBe(0);
  expect(session.reroutes.of(inputKey(['b', 'image'])).length).toBeGreaterThan(0);
  session.undo();
  expect(session.store.canvas.items.reroutes).toEqual({});
  session.redo();
  const laid = session.store.canvas.items;
  routeWires(session, []);
  expect(session.store.canvas.items).toBe(laid);
  expect(session.ui.get().notice?.text).toBe('No wire passes under a node here.');
});

it('says how many wires have no way, and leaves them as they are', async () => {
  const nodes = [blur('a', 0, 0), blur('b', 1000, 0), blur('over', 240, -20)];
  const session = await open({ nodes, connections: [{ from: ['a', 'image'], to: ['b', 'image'] }] });
  routeWires(session, []);
  expect(session.store.canvas.items.reroutes).toEqual({});
  expect(session.ui.get().notice?.text).toContain('1 wire found no way around the nodes.');
});

it('stops after a while, keeps what it has and says so', async () => {
  const nodes = [0, 1, 2].flatMap((row) => [
    blur(`a${row}`, 0, row * 900),
    blur(`between${row}`, 500, row * 900),
    blur(`b${row}`, 1000, row * 900),
  ]);
  const wire = (row: number): Graph['connections'][number] => ({
    from: [`a${row}`, 'image'],
    to: [`b${row}`, 'image'],
  });
  const session = await open({ nodes, connections: [wire(0), wire(1), wire(2)] });
  let time = 0;
  routeWires(session, [], () => (time += 300));
  expect(Object.keys(session.store.canvas.items.reroutes)).toHaveLength(2);
  expect(session.ui.get().notice?.text).toContain('too many wires');
});

it('whatever the layout, no more wires pass under nodes than before, and those that were laid pass under none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ x: fc.nat(5), y: fc.nat(4), to: fc.nat(9) }), { minLength: 3, maxLength: 10 }),
      async (places) => {
        const nodes = places.map(({ x, y }, index) => blur(`n${index}`, x * 420, y * 520));
        const wires = places.map(({ to }, index) => ({ from: index, to: to % places.length }));
        const ends = new Map(wires.filter(({ from, to }) => from < to).map((wire) => [wire.to, wire]));
        const session = await open({
          nodes,
          connections: [...ends.values()].map(({ from, to }) => ({
            from: [`n${from}`, 'image'],
            to: [`n${to}`, 'image'],
          })),
        });
        const before = crossings(session);
        routeWires(session, []);
        const { reroutes } = session.store.canvas.items;
        expect(crossings(session)).toBeLessThanOrEqual(before);
        for (const shape of [...session.scene.shapes()].filter(({ key }) => Object.hasOwn(reroutes, key))) {
          const { curve, wire } = shape;
          const others = [...session.scene.boxes()].filter(
            ({ id }) => id !== wire.from[0] && id !== wire.to[0],
          );
          expect(others.filter((box) => crosses(curve, grow(box, -1)))).toEqual([]);
        }
        session.dispose();
      },
    ),
    { numRuns: 20 },
  );
});
