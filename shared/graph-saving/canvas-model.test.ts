import { expect, it } from 'vitest';
import { CANVAS_KEY, emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { readCanvas, writeCanvas } from '../canvas/metadata.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import { findNode, sameGraph } from '../graph/index.ts';
import { jsonEqual } from '../language/json-equal.ts';
import * as fc from '../testing/property.ts';
import { ModelPage, ModelService, type Net } from '../testing/graph-model.ts';
import { clashId, openClash, graphQuestions, graphOnScreen, statusOf } from './index.ts';

const note = (id: string, text = id): CanvasOperation => ({
  op: 'setCanvasItem',
  kind: 'notes',
  id,
  item: { text, position: { x: 0, y: 0 }, size: { width: 200, height: 100 } },
});
const textOf = (id: string, value: string): CanvasOperation => ({
  op: 'setCanvasField',
  kind: 'notes',
  id,
  field: 'text',
  value,
});
const moveA = (x: number) => ({ op: 'moveNode', nodeId: 'a', position: { x, y: 0 } }) as const;

const itemsOf = (service: ModelService): CanvasItems => {
  const reading = readCanvas(service.metadata);
  return reading.ok ? reading.items : emptyCanvas();
};
/** Somebody else puts items into the metadata. */
function elsewhere(service: ModelService, notes: CanvasItems['notes'], foreign = {}): void {
  const items = itemsOf(service);
  const written = writeCanvas(service.metadata, { ...items, notes: { ...items.notes, ...notes } });
  if (!written.ok) throw new Error(written.reason);
  service.someoneElse([], { ...written.metadata, ...foreign });
}
const sized = (text: string) => ({ text, position: { x: 0, y: 0 }, size: { width: 200, height: 100 } });

type Act =
  | { act: 'note' | 'both' | 'notice' | 'online' | 'restart' }
  | { act: 'theirs'; value: number }
  | { act: 'perform'; net: Net };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('note' as const, 'both' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('theirs' as const), value: fc.nat(4) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('perform' as const),
      net: fc.constantFrom<Net>('works', 'works', 'works', 'lost', 'response-lost', 'busy', 'key'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('notice' as const, 'online' as const, 'restart' as const) }),
  },
);

it('whatever happens, every journaled note is on the service once, beside what others put there', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const service = new ModelService();
      const page = new ModelPage(service);
      let expected = new Set<string>();
      let made = 0;
      let theirs = 0;
      for (const one of acts) {
        switch (one.act) {
          case 'note':
          case 'both':
            made += 1;
            expected.add(`mine-${made}`);
            page.edit(one.act === 'both' ? [moveA(made)] : [], [note(`mine-${made}`)]);
            break;
          case 'theirs':
            theirs += 1;
            elsewhere(service, { [`theirs-${theirs}`]: sized('theirs') }, { client: one.value });
            break;
          case 'perform':
            page.perform(one.net);
            break;
          case 'notice':
            page.dispatch({ type: 'noticed', version: service.version });
            break;
          case 'restart': {
            page.restart();
            const there = new Set([
              ...page.journal.flatMap(({ canvas = [] }) => canvas.map(({ id }) => id)),
              ...Object.keys(itemsOf(service).notes),
            ]);
            expected = new Set([...expected].filter((id) => there.has(id)));
            break;
          }
          default:
            page.dispatch({ type: one.act });
        }
      }
      const foreign = service.metadata['client'];
      page.settle();
      page.dispatch({ type: 'noticed', version: service.version });
      page.settle();
      expect(page.broken).toEqual([]);
      expect(statusOf(page.state)).toEqual({ kind: 'saved', version: service.version });
      expect(sameGraph(page.screen, service.graph)).toBe(true);
      expect(jsonEqual(graphOnScreen(page.state).canvas.items, itemsOf(service))).toBe(true);
      expect([page.journal, page.inFlight]).toEqual([[], null]);
      const ids = Object.keys(itemsOf(service).notes);
      expect(ids.filter((id) => id.startsWith('mine')).sort()).toEqual([...expected].sort());
      expect(ids.filter((id) => id.startsWith('theirs'))).toHaveLength(theirs);
      expect(service.metadata['client']).toBe(foreign);
    }),
    { numRuns: fc.runs(1000) },
  );
});

function open() {
  const service = new ModelService();
  service.metadata = { client: 'North' };
  const page = new ModelPage(service);
  page.restart();
  page.settle();
  return { service, page };
}

it('one gesture of both is one request, and metadata alone is one too', () => {
  const { service, page } = open();
  page.edit([moveA(7)], [note('n')]);
  page.settle();
  expect([service.version, findNode(service.graph, 'a')?.position?.x]).toEqual([2, 7]);
  expect(service.metadata).toMatchObject({ client: 'North', [CANVAS_KEY]: { notes: { n: { text: 'n' } } } });
  page.edit([], [textOf('n', 'Look here')]);
  page.settle();
  expect([service.version, itemsOf(service).notes['n']?.text]).toEqual([3, 'Look here']);
});

it('keys of other programs stay as they are, also where nothing else of the project was changed', () => {
  const { service, page } = open();
  page.edit([], [note('n')]);
  page.settle();
  service.someoneElse([], { ...service.metadata, client: 'South' });
  page.dispatch({ type: 'noticed', version: service.version });
  page.settle();
  page.edit([], [textOf('n', 'Look here')]);
  page.settle();
  expect(service.metadata).toMatchObject({
    client: 'South',
    [CANVAS_KEY]: { notes: { n: { text: 'Look here' } } },
  });
});

it.each(['mine', 'theirs'] as const)('asks where both changed one text, and takes %s', (side) => {
  const { service, page } = open();
  page.edit([], [note('n')]);
  page.settle();
  page.edit([], [textOf('n', 'mine')]);
  elsewhere(service, { n: sized('theirs') });
  page.dispatch({ type: 'noticed', version: service.version });
  for (let step = 0; step < 20 && !openClash(page.state); step += 1) page.perform('works');
  expect(statusOf(page.state)).toEqual({ kind: 'conflict', clashes: 1 });
  const [question] = graphQuestions(page.state);
  page.dispatch({ type: 'resolved', choices: new Map([[clashId(question!), side]]) });
  page.settle();
  expect([
    itemsOf(service).notes['n']?.text,
    graphOnScreen(page.state).canvas.items.notes['n']?.text,
  ]).toEqual([side, side]);
});

it.each(['lost', 'refused'] as const)(
  'items that a service leaves %s stay here, and the graph is saved',
  (fate) => {
    const { service, page } = open();
    service.metadataIs = fate;
    page.edit([moveA(7)], [note('n')]);
    for (let step = 0; step < 60 && page.waiting.length > 0; step += 1) page.perform('works');
    expect(findNode(service.graph, 'a')?.position?.x).toBe(7);
    expect(service.metadata).toEqual({ client: 'North' });
    expect(statusOf(page.state)).toMatchObject({ kind: 'canvas-held', waiting: 1 });
    expect(graphOnScreen(page.state).canvas.items.notes['n']?.text).toBe('n');
    const { version } = service;
    page.edit([moveA(8)], [note('m')]);
    for (let step = 0; step < 60 && page.waiting.length > 0; step += 1) page.perform('works');
    expect([service.version, statusOf(page.state)]).toMatchObject([
      version + 1,
      { kind: 'canvas-held', waiting: 2 },
    ]);
    // They are there after a restart, and go out when the service takes them.
    page.restart();
    service.metadataIs = 'taken';
    page.settle();
    expect(Object.keys(itemsOf(service).notes).sort()).toEqual(['m', 'n']);
    expect([statusOf(page.state).kind, page.journal]).toEqual(['saved', []]);
  },
);

it('items that take more room than a project has stay here until they take less', () => {
  const { service, page } = open();
  const many = Array.from({ length: 30 }, (_, at) => note(`n${at}`, 'x'.repeat(10_000)));
  page.edit([moveA(7)], many);
  for (let step = 0; step < 60 && page.waiting.length > 0; step += 1) page.perform('works');
  expect(statusOf(page.state)).toMatchObject({ kind: 'canvas-held' });
  expect([findNode(service.graph, 'a')?.position?.x, itemsOf(service).notes]).toEqual([7, {}]);
  page.edit(
    [],
    many.slice(0, 10).map(({ id }) => textOf(id, 'short')),
  );
  for (let step = 0; step < 60 && page.waiting.length > 0; step += 1) page.perform('works');
  expect(statusOf(page.state).kind).toBe('saved');
  expect(Object.keys(itemsOf(service).notes)).toHaveLength(30);
});

it.each([{ version: 2, frames: { a: 1 } }, 'damaged'])(
  'metadata of ours that is %j is never written over',
  (stored) => {
    const { service, page } = open();
    page.edit([moveA(7)], [note('n')]);
    service.someoneElse([], { client: 'South', [CANVAS_KEY]: stored });
    for (let step = 0; step < 60 && page.waiting.length > 0; step += 1) page.perform('works');
    expect(service.metadata).toEqual({ client: 'South', [CANVAS_KEY]: stored });
    expect(findNode(service.graph, 'a')?.position?.x).toBe(7);
    expect(statusOf(page.state)).toMatchObject({ kind: 'canvas-held', waiting: 1 });
    // Read again by a Patchbay that can, the note is merged in.
    elsewhereReadable(service);
    page.dispatch({ type: 'noticed', version: service.version });
    page.settle();
    expect(Object.keys(itemsOf(service).notes).sort()).toEqual(['n', 'theirs']);
  },
);

function elsewhereReadable(service: ModelService): void {
  service.metadata = { client: 'South' };
  elsewhere(service, { theirs: sized('theirs') });
}
