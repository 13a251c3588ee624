import type { Group } from '#shared/canvas/group-items.ts';
import type { CanvasItems, FrameContent } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { contentsOf, groupTree } from '#shared/groups/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ItemBox } from '../scene/canvas-places.ts';

/** Groups as items of the canvas: what is said of them, and what lies in them. */

/** Sets what all instances of a group have in common; a group that is gone comes back with it. */
function groupOperation(
  { groups }: CanvasItems,
  id: string,
  field: keyof Group,
  value: Group[keyof Group],
): CanvasOperation {
  return groups[id] === undefined
    ? { op: 'setCanvasItem', kind: 'groups', id, item: { [field]: value } }
    : { op: 'setCanvasField', kind: 'groups', id, field, value };
}

/** Sets what the group of an instance has in common; nothing for one that is gone. */
export function groupFields(
  items: CanvasItems,
  instance: string,
  field: keyof Group,
  value: Group[keyof Group],
): CanvasOperation[] {
  const group = items.instances[instance]?.of;
  return group === undefined ? [] : [groupOperation(items, group, field, value)];
}

/** Shows only the pins of groups that have wires, or all of them where that is so already. @returns its step, and the change. */
export function groupToggle(
  { instances }: CanvasItems,
  groups: readonly ItemBox[],
): [label: string, operations: CanvasOperation[]] {
  const isOpen = groups.some(({ id }) => instances[id]?.collapsed !== true);
  const operations = groups.map(({ id }): CanvasOperation => ({
    op: 'setCanvasField',
    kind: 'instances',
    id,
    field: 'collapsed',
    value: isOpen ? true : undefined,
  }));
  return [isOpen ? words.groups.fewerPinsStep : words.groups.allPinsStep, operations];
}

/** What lies directly in an instance. @param exists whether an element is a node of the graph. */
export function groupContent(
  items: CanvasItems,
  instance: string,
  exists: (element: string) => boolean,
): FrameContent {
  const elements = [...contentsOf(groupTree(items), instance).values()];
  return {
    nodes: elements.filter((element) => exists(element)),
    items: elements.filter((element) => !exists(element)),
  };
}
