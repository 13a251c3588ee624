import { describe, expect, it } from 'vitest';
import { GROUPS_KEY } from '../canvas/group-items.ts';
import { CANVAS_KEY, emptyCanvas } from '../canvas/items.ts';
import { canvasMetadata, readCanvas, savedCanvas, withItems, writeCanvas } from '../canvas/metadata.ts';
import { mergeCanvas } from '../canvas/merge.ts';
import { diff } from '../graph/diff.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { rebase } from '../graph/rebase.ts';
import {
  applyAlone,
  applyEdit,
  chain,
  countingIds,
  project,
  ranGraph,
  seenGraph,
} from '../testing/grouped-projects.ts';
import {
  copyInstance,
  detach,
  differences,
  differingFrom,
  groupTree,
  IN_ITSELF,
  instancePins,
  linkedWith,
  makeGroup,
  movePin,
  nodesIn,
  removeInstances,
  setItem,
  showPin,
  DEPTH_LIMIT,
  ungroup,
  updateLike,
  validPath,
  type Edit,
  type Grouped,
} from './index.ts';

const HERE = { groupPath: [], position: { x: 0, y: 0 } };

function result(
  at: Grouped,
  elements: readonly string[],
  newId: () => string,
  groupPath: readonly string[] = [],
) {
  const edit = makeGroup(at, elements, { ...HERE, groupPath }, { newId });
  if (edit === null || edit === DEPTH_LIMIT) throw new Error('Nothing was grouped.');
  return { ...edit, after: applyEdit(at, edit) };
}

function copied(
  at: Grouped,
  from: string,
  newId: () => string,
  isLinked = true,
  groupPath: readonly string[] = [],
) {
  const edit = copyInstance(at, from, { groupPath, position: { x: 0, y: 500 } }, { newId, isLinked });
  if (edit === null || typeof edit === 'string') throw new Error(`Nothing was copied: ${edit}`);
  return { ...edit, after: applyEdit(at, edit) };
}

const exists = (at: Grouped) => (id: string) => findNode(at.graph, id) !== undefined;
const pins = (at: Grouped, instance: string) =>
  instancePins(groupTree(at.items), instance, exists(at)).map(({ pin, targets }) => [
    pin.side,
    targets.map((target) => target.join('.')).join(' '),
  ]);
const radius = (at: Grouped, id: string) => findNode(at.graph, id)?.inputs?.['radius']?.value;
const set = (nodeId: string, value: number): Edit => ({
  operations: [{ op: 'setNodeInput', nodeId, input: 'radius', value: { type: 'number', value } }],
  canvas: [],
});

describe('a group', () => {
  it('changes nothing that runs, and shows the wires that lead out as its pins', () => {
    const at = project(chain('a', 'b', 'c', 'd'));
    const { after, instance } = result(at, ['b', 'c'], countingIds());
    expect(after.graph).toBe(at.graph);
    expect(seenGraph(after)).toEqual(ranGraph(after));
    expect(pins(after, instance)).toEqual([
      ['input', 'b.image'],
      ['output', 'c.image'],
    ]);
    const back = applyEdit(after, ungroup(after, instance)!);
    expect(back).toEqual(at);
  });

  it('has one pin for one source of several inputs, which then all follow', () => {
    const graph = chain('a', 'b');
    const both = {
      nodes: [...graph.nodes, { ...graph.nodes[1]!, id: 'c' }],
      connections: [
        ...graph.connections,
        { from: ['a', 'image'] as [string, string], to: ['c', 'image'] as [string, string] },
      ],
    };
    const { after, instance } = result(project(both), ['b', 'c'], countingIds());
    expect(pins(after, instance)[0]).toEqual(['input', 'b.image c.image']);
    const cut = applyEdit(after, {
      operations: [{ op: 'disconnect', from: ['a', 'image'], to: ['b', 'image'] }],
      canvas: [],
    });
    expect(cut.graph.connections).toEqual([]);
  });

  it('can lie in another, five deep and no deeper', () => {
    const newId = countingIds();
    let at = project(chain('a', 'b'));
    let groupPath: string[] = [];
    for (let depth = 1; depth <= 5; depth += 1) {
      const { after, instance } = result(at, ['a'], newId, groupPath);
      expect(seenGraph(after)).toEqual(ranGraph(after));
      at = after;
      groupPath = [...groupPath, instance];
    }
    expect(makeGroup(at, ['a'], { ...HERE, groupPath }, { newId })).toBe(DEPTH_LIMIT);
    expect(makeGroup(at, ['b', `instances:${groupPath[0]}`], HERE, { newId })).toBe(DEPTH_LIMIT);
    expect(pins(at, groupPath[0]!)).toEqual([['output', 'a.image']]);
    expect(validPath(groupTree(at.items), groupPath)).toBe(groupPath);
  });

  it('shows an input of a node within a group within, as far as it is opened', () => {
    const newId = countingIds();
    const inner = result(project(chain('a', 'b')), ['a', 'b'], newId);
    const outer = result(inner.after, [`instances:${inner.instance}`], newId);
    const visible = applyEdit(outer.after, showPin(outer.after, 'input', ['a', 'radius'], newId)!);
    expect(pins(visible, inner.instance)).toEqual([['input', 'a.radius']]);
    const both = applyEdit(visible, {
      operations: [],
      canvas: [
        setItem('pins', newId(), {
          of: outer.group,
          side: 'input',
          targets: [[inner.instance, 'a', 'radius']],
          order: 0,
        }),
      ],
    });
    expect(pins(both, outer.instance)).toEqual([['input', 'a.radius']]);
  });

  it('keeps what its pins lead to when a part of it becomes a group of its own, and back', () => {
    const newId = countingIds();
    const outer = result(project(chain('a', 'b', 'c', 'd')), ['b', 'c'], newId);
    const inner = result(outer.after, ['b'], newId, [outer.instance]);
    expect(pins(inner.after, outer.instance)).toEqual(pins(outer.after, outer.instance));
    const back = applyEdit(inner.after, ungroup(inner.after, inner.instance)!);
    expect(pins(back, outer.instance)).toEqual(pins(outer.after, outer.instance));
    expect(back.items).toEqual(outer.after.items);
  });

  it('has its pins in the order that people give them', () => {
    const newId = countingIds();
    const { after, instance } = result(project(chain('a', 'b', 'c')), ['b'], newId);
    const more = applyEdit(after, showPin(after, 'input', ['b', 'radius'], newId)!);
    const tree = groupTree(more.items);
    const [, second] = instancePins(tree, instance, exists(more));
    const translated = applyEdit(more, {
      operations: [],
      canvas: movePin(
        instancePins(tree, instance, exists(more)).map(({ pin }) => pin),
        pins(more, instance)[1]![0] === 'input'
          ? second!.pin.id
          : instancePins(tree, instance, exists(more))[2]!.pin.id,
        -1,
      ),
    });
    expect(pins(translated, instance).filter(([side]) => side === 'input')).toEqual([
      ['input', 'b.radius'],
      ['input', 'b.image'],
    ]);
  });

  it('goes with all that lies in it, and leaves nothing', () => {
    const at = project(chain('a', 'b', 'c'));
    const { after, instance } = result(at, ['b'], countingIds());
    const removed = applyEdit(after, removeInstances(after, [instance]));
    expect(removed.graph.nodes.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(removed.items).toEqual(emptyCanvas());
  });
});

describe('linked instances', () => {
  const start = () => {
    const newId = countingIds();
    const first = result(project(chain('a', 'b', 'c', 'd')), ['b', 'c'], newId);
    const second = copied(first.after, first.instance, newId);
    return { newId, first: first.instance, second: second.instance, at: second.after, nodes: second.nodes };
  };

  it('have the same in them under ids that say where they are', () => {
    const { at, first, second, nodes } = start();
    expect(nodes.sort()).toEqual([`${second}.b`, `${second}.c`]);
    expect(linkedWith(groupTree(at.items), first)).toEqual([first, second].sort());
    expect(differences(at, second, first)).toEqual([]);
    expect(seenGraph(at)).toEqual(ranGraph(at));
  });

  it('all change when one does, and not in what the group shows', () => {
    const { at, newId, second } = start();
    const changed = applyEdit(at, set('b', 9));
    expect([radius(changed, `${second}.b`), radius(changed, 'b')]).toEqual([9, 9]);
    const visible = applyEdit(changed, showPin(changed, 'input', ['b', 'radius'], newId)!);
    const local = applyEdit(visible, set('b', 7));
    expect([radius(local, `${second}.b`), radius(local, 'b')]).toEqual([9, 7]);
  });

  it('get nodes and wires, lose them, and have them where they lie', () => {
    const { at, first, second } = start();
    const more = applyEdit(at, {
      operations: [
        { op: 'addNode', node: { id: 'n', type: 'image/blur', position: { x: 10, y: 20 } } },
        { op: 'connect', from: ['b', 'image'], to: ['n', 'image'] },
      ],
      canvas: [setItem('members', 'n', { in: first })],
    });
    expect(findNode(more.graph, `${second}.n`)).toMatchObject({ position: { x: 10, y: 520 } });
    expect(inputConnection(more.graph, `${second}.n`, 'image')?.from).toEqual([`${second}.b`, 'image']);
    expect(differingFrom(more, first)).toEqual([]);
    const less = applyEdit(more, {
      operations: [{ op: 'removeNode', nodeId: `${second}.n` }],
      canvas: [setItem('members', `${second}.n`, null)],
    });
    expect(less).toEqual(at);
  });

  it('have groups within, which are made in all and taken apart in all', () => {
    const { at, first, second, newId } = start();
    const inner = result(at, ['b'], newId, [first]);
    const tree = groupTree(inner.after.items);
    expect(linkedWith(tree, inner.instance)).toEqual([inner.instance, `${second}.${inner.instance}`].sort());
    expect(differences(inner.after, second, first)).toEqual([]);
    const changed = applyEdit(inner.after, set(`${second}.b`, 5));
    expect(radius(changed, 'b')).toBe(5);
    const back = applyEdit(inner.after, ungroup(inner.after, inner.instance)!);
    expect(back.items.instances).toEqual(at.items.instances);
    expect(differingFrom(back, first)).toEqual([]);
  });

  it('stay as they are when one is taken apart, deleted or detached', () => {
    const { at, first, second, newId } = start();
    const apart = applyEdit(at, ungroup(at, first)!);
    expect(nodesIn(groupTree(apart.items), second).sort()).toEqual([`${second}.b`, `${second}.c`]);
    const removed = applyEdit(at, removeInstances(at, [first]));
    expect(removed.graph.nodes.map(({ id }) => id).sort()).toEqual(['a', 'd', `${second}.b`, `${second}.c`]);
    const local = applyEdit(at, detach(at, first, newId)!);
    expect(radius(applyEdit(local, set('b', 9)), `${second}.b`)).toBe(1);
    expect(detach(local, first, newId)).toBeNull();
  });

  it('are copies with a group of their own where that is chosen', () => {
    const { at, first, newId } = start();
    const copy = copied(at, first, newId, false);
    expect(linkedWith(groupTree(copy.after.items), copy.instance)).toEqual([copy.instance]);
    expect(radius(applyEdit(copy.after, set('b', 9)), `${copy.instance}.b`)).toBe(1);
  });

  it('say what would change before they are brought up to date', () => {
    const { at, first, second } = start();
    const sibling = applyAlone(at, {
      operations: [
        ...set('b', 9).operations,
        { op: 'addNode', node: { id: 'n', type: 'image/blur' } },
        { op: 'connect', from: ['c', 'image'], to: ['n', 'image'] },
        { op: 'disconnect', from: ['b', 'image'], to: ['c', 'image'] },
      ],
      canvas: [setItem('members', 'n', { in: first }), setItem('nodes', 'c', { muted: true })],
    });
    expect(
      differences(sibling, second, first)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['added', 'changed', 'changed', 'unwired']);
    expect(differingFrom(sibling, first)).toEqual([second]);
    const same = applyAlone(sibling, updateLike(sibling, second, first));
    expect(differences(same, second, first)).toEqual([]);
    const back = applyAlone(sibling, updateLike(sibling, first, second));
    expect(differences(back, second, first)).toEqual([]);
  });

  it('leave a wire from outside where one within would take its place', () => {
    const { at, second } = start();
    const visible = applyEdit(at, {
      operations: [{ op: 'connect', from: ['a', 'image'], to: [`${second}.c`, 'mask'] }],
      canvas: [],
    });
    const changed = applyEdit(visible, {
      operations: [{ op: 'connect', from: ['b', 'image'], to: ['c', 'mask'] }],
      canvas: [],
    });
    expect(inputConnection(changed.graph, `${second}.c`, 'mask')?.from).toEqual(['a', 'image']);
  });
});

describe('what is wrong from elsewhere', () => {
  const instance = (of: string, outer?: string) => ({
    of,
    position: { x: 0, y: 0 },
    ...(outer !== undefined && { in: outer }),
  });

  it('shows groups that lie in themselves by a detour, and their nodes, in one place each', () => {
    const items = {
      ...emptyCanvas(),
      instances: {
        i: instance('g', 'j'),
        j: instance('h', 'k'),
        k: instance('g', 'i'),
        own: instance('g', 'own'),
      },
      members: { a: { in: 'i' }, b: { in: 'j' }, c: { in: 'k' }, d: { in: 'gone' } },
    };
    const at = { graph: chain('a', 'b', 'c', 'd'), items };
    expect(groupTree(items).cut).toEqual(['i', 'own']);
    expect(seenGraph(at)).toEqual(ranGraph(at));
    expect(applyEdit(at, set('a', 3)).graph.nodes).toHaveLength(4);
  });

  it('never puts a group into itself, on whatever way', () => {
    const newId = countingIds();
    const inner = result(project(chain('a', 'b')), ['a'], newId);
    const outer = result(inner.after, [`instances:${inner.instance}`, 'b'], newId);
    const at = (groupPath: string[], from: string) =>
      copyInstance(outer.after, from, { ...HERE, groupPath }, { newId, isLinked: true });
    expect(at([outer.instance], outer.instance)).toBe(IN_ITSELF);
    expect(at([outer.instance, inner.instance], outer.instance)).toBe(IN_ITSELF);
    expect(typeof at([outer.instance], inner.instance)).toBe('object');
  });

  it('keeps a pin whose node is gone, and says that it leads nowhere', () => {
    const { after, instance } = result(project(chain('a', 'b', 'c')), ['b'], countingIds());
    const removed = applyEdit(after, { operations: [{ op: 'removeNode', nodeId: 'b' }], canvas: [] });
    expect(pins(removed, instance)).toEqual([
      ['input', ''],
      ['output', ''],
    ]);
  });

  it('reads what it can of damaged groups and writes the rest back as it was', () => {
    const { after, instance } = result(project(chain('a', 'b', 'c')), ['b'], countingIds());
    const metadata = canvasMetadata(after.items, { client: 'North' });
    expect(metadata[CANVAS_KEY]).not.toHaveProperty('groups');
    const stored = metadata[GROUPS_KEY] as { groups: Record<string, unknown> };
    const damaged = {
      ...metadata,
      [GROUPS_KEY]: { ...stored, groups: { ...stored.groups, broken: { title: 7 } } },
    };
    const reading = readCanvas(damaged);
    expect(reading).toMatchObject({ ok: true, areGroupsLocked: false });
    expect(reading.ok && reading.groupsProblem).toContain('cannot be read');
    const saved = savedCanvas(damaged);
    const changed = withItems(
      saved,
      applyEdit({ ...after, items: saved.items }, ungroup({ ...after, items: saved.items }, instance)!).items,
    );
    expect(changed.metadata).toMatchObject({
      client: 'North',
      [GROUPS_KEY]: { groups: { broken: { title: 7 } }, instances: {} },
    });
  });

  it.each([{ version: 2, groups: 'x' }, 'text', null, { version: 1, members: [] }])(
    'never writes over groups such as %j, and keeps frames and muted nodes working',
    (groups) => {
      const metadata = { [CANVAS_KEY]: { version: 1, nodes: { a: { muted: true } } }, [GROUPS_KEY]: groups };
      const reading = readCanvas(metadata);
      expect(reading).toMatchObject({
        ok: true,
        areGroupsLocked: true,
        items: { nodes: { a: { muted: true } } },
      });
      const { after } = result(project(chain('a', 'b')), ['a'], countingIds());
      expect(writeCanvas(metadata, after.items)).toMatchObject({
        ok: true,
        metadata: { [GROUPS_KEY]: groups },
      });
    },
  );
});

describe('two groups', () => {
  /** G with a and b, H with c and d. */
  function both() {
    const newId = countingIds();
    const g = result(project(chain('a', 'b', 'c', 'd')), ['a', 'b'], newId);
    const h = result(g.after, ['c', 'd'], newId);
    return { at: h.after, g: g.instance, h: h.instance };
  }

  it('do not come to lie in each other by a linked instance that lies in the other one', () => {
    const { at, g, h } = both();
    const nested = copied(at, g, countingIds('n'), true, [h]);
    // The one that is open is linked with one that lies in the group that is added.
    const edit = copyInstance(
      nested.after,
      h,
      { groupPath: [g], position: { x: 0, y: 0 } },
      {
        newId: countingIds('m'),
        isLinked: true,
      },
    );
    expect(edit).toBe(IN_ITSELF);
  });

  it('lie no deeper than five in any that is linked with the one that is open', () => {
    const newId = countingIds();
    const inner = result(project(chain('a', 'b', 'c')), ['a'], newId);
    let { after, instance: outer } = inner;
    for (let depth = 2; depth <= 4; depth += 1)
      ({ after, instance: outer } = result(after, [`instances:${outer}`], newId));
    const top = copied(after, inner.instance, newId);
    const low = result(top.after, ['b'], newId);
    const high = result(low.after, [`instances:${low.instance}`], newId);
    const insert = (instance: string) =>
      copyInstance(
        high.after,
        instance,
        { groupPath: [top.instance], position: { x: 0, y: 0 } },
        { newId, isLinked: true },
      );
    expect(insert(high.instance)).toBe(DEPTH_LIMIT);
    const deep = applyEdit(high.after, insert(low.instance) as Edit);
    const added = [...groupTree(deep.items).contents.get(top.instance)!.values()].at(-1)!;
    // As deep as what lies in it already where that is linked.
    expect(makeGroup(deep, [added], { ...HERE, groupPath: [top.instance] }, { newId })).toBe(DEPTH_LIMIT);
    expect(insert(low.instance)).toMatchObject({ operations: [{ op: 'addNode' }] });
  });

  it('that two people put into each other are cut where they meet, and brought up to each other without growing', () => {
    const { at, g, h } = both();
    const mine = copied(at, g, countingIds('mine'), true, [h]).after;
    const theirs = copied(at, h, countingIds('theirs'), true, [g]).after;
    const { operations } = mergeCanvas(at.items, mine.items, theirs.items);
    const { graph } = rebase(at.graph, diff(at.graph, mine.graph), theirs.graph);
    let merged = applyAlone({ graph, items: theirs.items }, { operations: [], canvas: operations });
    expect(seenGraph(merged)).toEqual(ranGraph(merged));
    const sizes: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const instance of groupTree(merged.items).contents.keys())
        for (const target of linkedWith(groupTree(merged.items), instance))
          if (target !== instance) merged = applyAlone(merged, updateLike(merged, target, instance));
      expect(seenGraph(merged)).toEqual(ranGraph(merged));
      sizes.push(merged.graph.nodes.length);
    }
    expect(sizes.at(-1)).toBe(sizes.at(-2));
    expect(sizes.at(-1)).toBeLessThan(40);
  });
});
