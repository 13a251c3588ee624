import { expect, it } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { groupText, readGroup } from '../model/group-file.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

const at = (id: string, type: string, x: number, y = 0) => ({ id, type, position: { x, y }, inputs: {} });
const graph: Graph = {
  nodes: [at('photo', 'input/image', 0), at('blur', 'image/blur', 400), at('resize', 'image/resize', 800)],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['resize', 'image'] },
  ],
};

async function open(ports = standIn(graph)): Promise<EditorSession> {
  const session = await openSession(ports);
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  return session;
}

/** With blur and resize in a group that is saved to the library. */
async function openSaved(ports = standIn(graph)) {
  const session = await open(ports);
  session.store.select(['blur', 'resize']);
  session.groups.make();
  session.items.edit(null);
  const instance = session.groups.selected()[0]!;
  expect(await session.library.save(instance, 'Soft', true)).toBeNull();
  return { session, instance };
}

const sigma = ({ store }: EditorSession, id: string) => store.getNode(id)?.inputs?.['sigma']?.value;
const inner = ({ groups }: EditorSession, instance: string, name: string) =>
  groups.tree.contents.get(instance)!.get(name)!;

it('a group is saved, placed once more from the library linked, and in another project as a group of its own', async () => {
  const ports = standIn(graph);
  const { session, instance } = await openSaved(ports);
  const { groups, library, store } = session;
  const [soft] = library.origins();
  expect(soft).toMatchObject({ kind: 'library', name: 'Soft', version: '1', nodeCount: 2 });
  expect(library.sourceOf(instance)).toEqual({ kind: 'library', id: soft!.id, version: '1' });
  await library.insert(soft!, { x: 0, y: 900 });
  expect(groups.countOf(instance)).toBe(2);

  const other = await open({ ...standIn({ nodes: [], connections: [] }), groupLibrary: ports.groupLibrary! });
  await other.library.load();
  await other.library.insert(other.library.origins()[0]!);
  const [placed] = other.groups.selected();
  expect(other.store.getGraph().nodes.map(({ type }) => type)).toEqual(['image/blur', 'image/resize']);
  expect(other.store.getGraph().connections).toHaveLength(1);
  expect(
    other.groups
      .pinsOf(placed!)
      .map(({ pin }) => pin.side)
      .sort(),
  ).toEqual(['input', 'output']);
  other.undo();
  expect(other.store.getGraph().nodes).toEqual([]);
  expect(other.store.canvas.items.groups).toEqual({});
  expect(store.getGraph().nodes).toHaveLength(5);
  session.dispose();
  other.dispose();
});

it('four instances are brought to a later version as one step, after what changes was said', async () => {
  const ports = standIn(graph);
  const { session, instance } = await openSaved(ports);
  const other = await open({ ...standIn({ nodes: [], connections: [] }), groupLibrary: ports.groupLibrary! });
  await other.library.load();
  for (let count = 0; count < 4; count += 1) await other.library.insert(other.library.origins()[0]!);
  const instances = [...other.groups.tree.contents.keys()];
  expect(instances).toHaveLength(4);
  expect(other.library.hasUpdate(instances[0]!)).toBe(false);

  session.setInput('blur', 'sigma', { type: 'number', value: 9 });
  expect(await session.library.save(instance, 'Soft', false)).toBeNull();
  await other.library.load();
  expect(instances.every((id) => other.library.hasUpdate(id))).toBe(true);
  const origin = other.library.originOf(instances[0]!)!;
  const read = await other.library.read(origin);
  if (!read.ok) throw new Error(read.problem);
  const source = { kind: 'library' as const, id: origin.id, version: read.version };
  const plan = other.library.plan(instances[0]!, read.definition, source)!;
  expect([...plan.changes.values()].map((list) => list.map(({ kind }) => kind))).toEqual(
    Array.from({ length: 4 }, () => ['changed']),
  );
  other.library.update(instances[0]!, read.definition, source);
  const sigmas = () => instances.map((id) => sigma(other, inner(other, id, 'blur')));
  expect(sigmas()).toEqual([9, 9, 9, 9]);
  expect(other.library.hasUpdate(instances[0]!)).toBe(false);
  other.undo();
  expect(sigmas()).toEqual([undefined, undefined, undefined, undefined]);
  expect(other.library.hasUpdate(instances[0]!)).toBe(true);
  session.dispose();
  other.dispose();
});

it('a window that has not seen a later version saves none over it, and a detached group is brought to none', async () => {
  const ports = standIn(graph);
  const { session, instance } = await openSaved(ports);
  const second = await open({
    ...standIn({ nodes: [], connections: [] }),
    groupLibrary: ports.groupLibrary!,
  });
  await second.library.load();
  await second.library.insert(second.library.origins()[0]!);
  const [theirs] = second.groups.selected();
  expect(await second.library.save(theirs!, 'Soft', false)).toBeNull();
  expect(await session.library.save(instance, 'Soft', false)).toContain('A later version');
  expect(session.library.library()[0]!.versions).toHaveLength(2);

  await session.library.insert(session.library.origins()[0]!, { x: 0, y: 900 });
  session.groups.detach([instance]);
  expect(session.library.sourceOf(instance)).toBeUndefined();
  session.dispose();
  second.dispose();
});

it('a group whose node types a service lacks is not placed', async () => {
  const ports = standIn(graph, undefined, { 'own/glow': { title: 'Glow', inputs: [], outputs: [] } });
  const first = await open(ports);
  first.addNode('own/glow', { x: 0, y: 600 });
  first.groups.make();
  first.items.edit(null);
  await first.library.save(first.groups.selected()[0]!, 'Glowing', true);
  const other = await open({ ...standIn(graph), groupLibrary: ports.groupLibrary! });
  await other.library.load();
  await other.library.insert(other.library.origins()[0]!);
  expect(other.ui.get().notice?.text).toContain('own/glow');
  expect(other.store.getGraph().nodes).toHaveLength(3);
  first.dispose();
  other.dispose();
});

it('a file with a group is exported and imported; others are refused in a sentence', async () => {
  const { session } = await openSaved();
  const { library } = session;
  const text = await library.exportText(library.library()[0]!.id);
  expect(await library.importText(text)).toBeNull();
  expect(library.library().map(({ name }) => name)).toEqual(['Soft', 'Soft']);

  const file = JSON.parse(text) as Record<string, unknown>;
  const damaged = (change: object): string => JSON.stringify({ ...file, ...change });
  const items = file['items'] as Record<string, Record<string, object>>;
  const group = Object.keys(items['groups']!)[0]!;
  const root = String(file['root']);
  const detour = {
    ...items,
    groups: { ...items['groups'], other: {} },
    instances: {
      ...items['instances'],
      a: { of: 'other', in: root, position: { x: 0, y: 0 } },
      b: { of: group, in: 'a', position: { x: 0, y: 0 } },
    },
  };
  const cases: [string, string][] = [
    ['', 'The file is empty'],
    ['{"kind":"patchbay/nodes"}', 'no file with a group'],
    ['PK\u0003\u0004', 'no file with a group'],
    [text.slice(0, 300), 'no file with a group'],
    [damaged({ version: 2 }), 'a later Patchbay'],
    [damaged({ graph: { nodes: [{ id: 7 }], connections: [] } }), 'damaged at graph.nodes.0'],
    [damaged({ root: 'nowhere' }), 'incomplete'],
    [damaged({ items: { ...items, members: {} } }), 'incomplete'],
    [damaged({ items: detour }), 'contains itself'],
    [damaged({ extra: 1 }), 'damaged'],
    [`{"kind":"patchbay/group","x":${'['.repeat(200)}${']'.repeat(200)}}`, 'The file'],
    [' '.repeat(7_000_000), 'The file'],
  ];
  for (const [bad, sentence] of cases) expect(await library.importText(bad)).toContain(sentence);
  expect(library.library()).toHaveLength(2);
  const read = readGroup(text);
  expect(read.ok && groupText(read)).toBe(text);
  session.dispose();
});
