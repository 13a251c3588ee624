import { describe, expect, test } from 'vitest';
import { storyboardSaving, type StoryboardDocument } from '../storyboard/index.ts';
import { timelineSaving, type TimelineDocument } from '../timeline/index.ts';
import * as fc from '../testing/property.ts';
import { ModelDisk } from '../testing/saving-disk.ts';
import { ModelService, type ItemKind, type Net } from '../testing/saving-faults.ts';
import { ModelWindow, ownItems } from '../testing/saving-model.ts';
import { paletteItems } from '../testing/palette-kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Side } from './clash.ts';
import { savingStatus } from './saving-status.ts';

/** Whatever happens in whatever order to two windows of one document: nothing is lost, comes back or is done twice. */

function ok<D>(checked: { ok: true; document: D } | { ok: false }): D {
  if (!checked.ok) throw new Error(JSON.stringify(checked));
  return checked.document;
}

type Board = StoryboardDocument;
type Shot = Board['sequences'][number]['shots'][number];
const storyboardItems: ItemKind<Board, { op: 'replace'; document: Board }> = {
  kind: storyboardSaving,
  start: ok(
    storyboardSaving.check({
      serviceType: 'storyboard',
      version: 1,
      sequences: [
        { id: 'A', shots: [{ id: 'theirs', durationSeconds: 1 }] },
        { id: 'B', shots: [] },
      ],
    }),
  ),
  edit(document, id, count) {
    // Each time it is counted on, a shot goes to the other scene.
    const shot = { id, durationSeconds: count ?? 0 };
    const [first, second] = document.sequences;
    const without = (shots: readonly Shot[] = []) => shots.filter((one) => one.id !== id);
    const [a, b] = [without(first?.shots), without(second?.shots)];
    const [inFirst, inSecond] = [count !== null && count % 2 === 1, count !== null && count % 2 === 0];
    return ok(
      storyboardSaving.check({
        ...document,
        sequences: [
          { ...first, shots: inFirst ? [...a, shot] : a },
          { ...second, shots: inSecond ? [...b, shot] : b },
        ],
      }),
    );
  },
  counts: ({ sequences }) =>
    new Map(
      sequences.flatMap(({ shots }) =>
        shots.map(({ id, durationSeconds }) => [id, durationSeconds ?? 0] as const),
      ),
    ),
};

type Cut = TimelineDocument;
const timelineItems: ItemKind<Cut, { op: 'replace'; document: Cut }> = {
  kind: timelineSaving,
  start: ok(
    timelineSaving.check({
      serviceType: 'timeline',
      version: 1,
      timeline: { tracks: [{ id: 'v1' }], clips: [] },
    }),
  ),
  edit(document, id, count) {
    const { timeline } = document;
    const others = timeline.clips.filter((clip) => clip.id !== id);
    const place = timeline.clips.findIndex((clip) => clip.id === id);
    const clip = { id, trackId: 'v1', type: 'text', name: id, startTime: 0, duration: count ?? 1 };
    const clips =
      count === null ? others : others.toSpliced(place === -1 ? others.length : place, 0, clip as never);
    return ok(timelineSaving.check({ ...document, timeline: { ...timeline, clips } }));
  },
  counts: ({ timeline }) => new Map(timeline.clips.map(({ id, duration }) => [id, duration])),
};

type Done =
  | 'add'
  | 'count'
  | 'remove'
  | 'theirs'
  | 'withheld'
  | 'release'
  | 'notice'
  | 'online'
  | 'retry'
  | 'flush'
  | 'kill';
type Act = { window: 0 | 1 } & ({ act: Done } | { act: 'perform'; net: Net });
const named = (...names: Done[]) => fc.constantFrom(...names).map((act) => ({ act }) as const);
const net = fc.constantFrom<Net>(
  ...(['works', 'works', 'works', 'works'] as const),
  ...(['lost', 'response-lost', 'response-lost', 'busy', 'key'] as const),
);
const act: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    fc.oneof(
      { weight: 5, arbitrary: named('add', 'count', 'remove') },
      { weight: 2, arbitrary: named('theirs', 'withheld', 'release', 'release') },
      { weight: 20, arbitrary: net.map((one) => ({ act: 'perform' as const, net: one })) },
      { weight: 2, arbitrary: named('notice', 'online', 'retry', 'flush') },
      { weight: 2, arbitrary: named('kill') },
    ),
  )
  .map(([window, one]) => ({ window, ...one }));

function play<D, Operation>(items: ItemKind<D, Operation>, acts: readonly Act[]): string[] {
  const service = new ModelService(items);
  const disk = new ModelDisk<D>(items);
  let opened = 0;
  const open = () => new ModelWindow(`w${(opened += 1)}`, items, service, disk);
  const windows = [open(), open()];
  /** What each window that was killed had on the disk. */
  const left = new Map<string, ReadonlyMap<string, number>>();
  const broken: string[] = [];
  let made = 0;
  for (const one of acts) {
    const window = windows[one.window]!;
    const [newest] = [...window.items].at(-1) ?? [];
    switch (one.act) {
      case 'add':
        window.edit(`${window.name}-item${(made += 1)}`, 1);
        break;
      case 'count':
        if (newest !== undefined) window.edit(newest, (window.items.get(newest) ?? 0) + 1);
        break;
      case 'remove':
        if (newest !== undefined) window.edit(newest, null);
        break;
      case 'theirs':
        service.someoneElse('theirs', service.version + 1);
        break;
      case 'perform':
        window.perform(one.net);
        break;
      case 'withheld':
        window.dispatch({ type: 'held' });
        break;
      case 'release':
        window.dispatch({ type: 'released' });
        break;
      case 'notice':
        window.dispatch({ type: 'noticed', version: service.version });
        break;
      case 'flush':
        window.dispatch({ type: 'save-due', awaited: true });
        break;
      case 'kill': {
        window.kill();
        broken.push(...window.broken);
        left.set(window.name, window.journaled);
        windows[one.window] = open();
        break;
      }
      default:
        window.dispatch({ type: one.act });
    }
    for (const { name, items: own, shown } of windows) {
      if (!jsonEqual(sorted(shown), sorted(own))) broken.push(`${name} does not show what was done in it`);
    }
  }
  // Twice: what the second saves comes to the first, and a draft goes when what was in it is saved.
  for (const window of [...windows, ...windows]) window.settle();
  broken.push(...service.broken, ...windows.flatMap((window) => window.broken));
  const counts = items.counts(service.document);
  const isAt = (name: string, own: ReadonlyMap<string, number>): void => {
    if (!jsonEqual(sorted(ownItems(counts, name)), sorted(own)))
      broken.push(`What ${name} had on the disk is not at the service`);
  };
  for (const [name, own] of left) isAt(name, own);
  for (const { name, items: own, screen, state } of windows) {
    isAt(name, own);
    if (items.kind.between(screen, service.document).length > 0) broken.push(`${name} shows something else`);
    if (savingStatus(state) !== 'saved') broken.push(`${name} is ${savingStatus(state)}`);
  }
  return [...broken, ...disk.entries.map(({ id }) => `${id} is still in the journal`)];
}

type BackAct = Exclude<Done, 'theirs' | 'kill'> | 'back' | 'answer';
const backAct = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<BackAct>('add', 'count', 'remove') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<BackAct>('back', 'answer', 'withheld', 'release', 'notice', 'retry'),
  },
  { weight: 16, arbitrary: net },
);

/** One window whose service goes back again and again. @returns what is wrong, in sentences. */
function playBack<D, Operation>(items: ItemKind<D, Operation>, side: Side, acts: readonly (BackAct | Net)[]) {
  const service = new ModelService(items);
  const window = new ModelWindow('w1', items, service, new ModelDisk<D>(items));
  window.answer = side;
  const broken: string[] = [];
  let made = 0;
  for (const one of acts) {
    const [newest] = [...window.items].at(-1) ?? [];
    if (one === 'add') window.edit(`w1-item${(made += 1)}`, 1);
    else if (one === 'count' && newest !== undefined)
      window.edit(newest, (window.items.get(newest) ?? 0) + 1);
    else if (one === 'remove' && newest !== undefined) window.edit(newest, null);
    else if (one === 'back') service.goBack(2);
    else if (one === 'answer') window.dispatch({ type: 'older-resolved', side });
    else if (one === 'withheld') window.dispatch({ type: 'held' });
    else if (one === 'release') window.dispatch({ type: 'released' });
    else if (one === 'notice') window.dispatch({ type: 'noticed', version: service.version });
    else if (one === 'retry') window.dispatch({ type: 'retry' });
    else if (one !== 'count' && one !== 'remove' && one !== 'flush' && one !== 'online') window.perform(one);
    const shown = jsonEqual(sorted(window.shown), sorted(window.items));
    if (side === 'mine' && !shown) broken.push('What was done is not on screen');
    // What the service has and this window lacks now is none of its edits.
    if (side === 'theirs') window.takeAsShown();
  }
  window.settle();
  window.settle();
  broken.push(...service.broken, ...window.broken);
  if (items.kind.between(window.screen, service.document).length > 0) broken.push('Something else is shown');
  if (savingStatus(window.state) !== 'saved') broken.push(`It is ${savingStatus(window.state)}`);
  return broken;
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([one], [other]) => one.localeCompare(other));

describe('a service that went back is asked about, and nothing is taken away unasked', () => {
  test.each(['mine', 'theirs'] as const)('of a storyboard, timeline and palette, answered %s', (side) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(backAct), { maxLength: 60, size: 'max' }), (acts) => {
        expect([
          playBack(storyboardItems, side, acts),
          playBack(timelineItems, side, acts),
          playBack(paletteItems, side, acts),
        ]).toEqual([[], [], []]);
      }),
      { numRuns: fc.runs(300) },
    );
  });
});

/** Orders of acts that once broke a rule, each on a network that works. */
const found: Readonly<Record<string, readonly (readonly [Act['window'], Done | 'perform'])[]>> = {
  'a window that is held keeps what it shows though another one begins to write before its merge is in the journal':
    [
      [0, 'add'],
      [0, 'theirs'],
      [0, 'perform'],
      [1, 'add'],
      [0, 'perform'],
      [0, 'perform'],
      [0, 'count'],
      [0, 'perform'],
      [0, 'perform'],
      [0, 'perform'],
      [0, 'perform'],
      [0, 'withheld'],
      [1, 'perform'],
      [1, 'perform'],
      [0, 'perform'],
      [0, 'perform'],
    ],
};

describe('an order that was found', () => {
  test.each(Object.entries(found))('%s', (_what, order) => {
    const acts = order.map(([window, name]): Act =>
      name === 'perform' ? { window, act: name, net: 'works' } : { window, act: name },
    );
    expect(play(storyboardItems, acts)).toEqual([]);
  });
});

describe('whatever happens in whatever order to two windows, everything journaled is at the service once', () => {
  test('of a storyboard', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 100, size: 'max' }), (acts) => {
        expect(play(storyboardItems, acts)).toEqual([]);
      }),
      { numRuns: fc.runs(500) },
    );
  });

  test('of a timeline', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 100, size: 'max' }), (acts) => {
        expect(play(timelineItems, acts)).toEqual([]);
      }),
      { numRuns: fc.runs(500) },
    );
  });

  test('of a palette, which is saved by operations of its own', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 100, size: 'max' }), (acts) => {
        expect(play(paletteItems, acts)).toEqual([]);
      }),
      { numRuns: fc.runs(1000) },
    );
  });
});
