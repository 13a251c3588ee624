import type { PatchOperation } from '../api/schemas/documents.ts';
import {
  chainOf,
  copyInstance,
  detach,
  groupTree,
  makeGroup,
  removeInstances,
  setItem,
  showPin,
  ungroup,
  type Edit,
  type Grouped,
} from '../groups/index.ts';
import { applyEdit, countingIds } from './grouped-projects.ts';
import * as fc from './property.ts';

/** What people do with groups, as tests generate it. */

/** Steps that only group, and those that change what runs. */
export const REGROUPS = ['group', 'ungroup', 'detach', 'show'] as const;
const CHANGES = ['link', 'copy', 'delete', 'value', 'add', 'remove', 'connect'] as const;
type Kind = (typeof REGROUPS)[number] | (typeof CHANGES)[number];

export interface Step {
  kind: Kind;
  /** Choose among what there is. */
  first: number;
  second: number;
  value: number;
}

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Kind>(...REGROUPS, 'group', ...CHANGES, 'link', 'value'),
  first: fc.nat(1000),
  second: fc.nat(1000),
  value: fc.integer({ min: 0, max: 9 }),
});
export const steps = (maxLength: number) => fc.array(step, { minLength: 2, maxLength });
/** Begins with a group that is linked twice. */
export const groupSteps = (maxLength: number) =>
  fc
    .tuple(step, step, step, steps(maxLength))
    .map(([first, second, third, list]): Step[] => [
      { ...first, kind: 'group' },
      { ...second, kind: 'link' },
      { ...third, kind: 'link' },
      ...list,
    ]);

export const at = <T>(list: readonly T[], choice: number): T | undefined =>
  list[choice % Math.max(1, list.length)];

/** What a step is about, as the document is. */
function about(doc: Grouped, { first }: Step) {
  const tree = groupTree(doc.items);
  const instances = [...tree.contents.keys()];
  const node = at(doc.graph.nodes, first);
  return {
    tree,
    instances,
    instance: at(instances, first),
    node,
    groupPath: node ? chainOf(tree, node.id) : [],
  };
}

type MakeEdit = (doc: Grouped, step: Step, newId: () => string) => Edit | string | null;

const copied: MakeEdit = (doc, step, newId) => {
  const { instance, groupPath } = about(doc, step);
  if (instance === undefined || doc.graph.nodes.length > 60) return null;
  const location = {
    groupPath: at([[], groupPath], step.second) ?? [],
    position: { x: step.second, y: step.first },
  };
  return copyInstance(doc, instance, location, { newId, isLinked: step.kind === 'link' });
};

const makers: Readonly<Record<Kind, MakeEdit>> = {
  group(doc, step, newId) {
    const { tree, instances, groupPath } = about(doc, step);
    const { first, second, value } = step;
    const beside = [
      ...doc.graph.nodes.map(({ id }) => id),
      ...instances.map((id) => `instances:${id}`),
    ].filter((element) => tree.holderOf.get(element) === groupPath.at(-1));
    const from = second % Math.max(1, beside.length);
    const selection = beside.slice(from, from + 1 + (value % 4));
    return makeGroup(doc, selection, { groupPath, position: { x: first, y: second } }, { newId });
  },
  ungroup(doc, step) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : ungroup(doc, instance);
  },
  detach(doc, step, newId) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : detach(doc, instance, newId);
  },
  show(doc, step, newId) {
    const { node } = about(doc, step);
    return node ? showPin(doc, 'input', [node.id, 'radius'], newId) : null;
  },
  link: copied,
  copy: copied,
  delete(doc, step) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : removeInstances(doc, [instance]);
  },
  value(doc, step) {
    const { node } = about(doc, step);
    const value = { type: 'number', value: step.value };
    return node
      ? { operations: [{ op: 'setNodeInput', nodeId: node.id, input: 'radius', value }], canvas: [] }
      : null;
  },
  add(doc, step, newId) {
    const { node, groupPath } = about(doc, step);
    const id = newId();
    const holder = groupPath.at(-1);
    const operations: PatchOperation[] = [
      { op: 'addNode', node: { id, type: 'image/blur', position: { x: step.value, y: 0 } } },
    ];
    if (node) operations.push({ op: 'connect', from: [node.id, 'image'], to: [id, 'image'] });
    return { operations, canvas: holder === undefined ? [] : [setItem('members', id, { in: holder })] };
  },
  remove(doc, step) {
    const { node } = about(doc, step);
    return node
      ? { operations: [{ op: 'removeNode', nodeId: node.id }], canvas: [setItem('members', node.id, null)] }
      : null;
  },
  connect(doc, step) {
    const { tree, node, groupPath } = about(doc, step);
    // Within one group: a wire that leads out is that instance's own.
    const inside = doc.graph.nodes.filter(({ id }) => tree.holderOf.get(id) === groupPath.at(-1));
    const target = at(inside, step.second);
    return node && target && node !== target
      ? { operations: [{ op: 'connect', from: [node.id, 'image'], to: [target.id, 'mask'] }], canvas: [] }
      : null;
  },
};

/** A step as an edit; null where there is nothing for it. */
export function editOf(doc: Grouped, step: Step, newId: () => string): Edit | null {
  const edit = makers[step.kind](doc, step, newId);
  return typeof edit === 'string' ? null : edit;
}

export function walk(from: Grouped, list: readonly Step[], newId = countingIds()): Grouped {
  return list.reduce((doc, each) => {
    const edit = editOf(doc, each, newId);
    return edit ? applyEdit(doc, edit) : doc;
  }, from);
}
