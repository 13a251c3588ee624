import { ITEM_SCHEMAS, type CanvasItems } from '../canvas/items.ts';
import { canvasItem, type CanvasOperation, type Fields } from '../canvas/operations.ts';
import { inputKey } from '../graph/keys.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { splitKey } from '../language/join-key.ts';
import { originOf, type LinkedElements, type Trees } from './linked-elements.ts';
import { translated, setItem, type Point } from './grouped.ts';
import { chainOf, instanceIdOf, instanceKey } from './tree.ts';

/** What a change of canvas items brings about in linked instances. */

interface Stages {
  before: CanvasItems;
  after: CanvasItems;
}

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value;

/** What a node made is of its own instance. */
const isLocalField = (field: string): boolean => field === 'frozen';

interface Context {
  stages: Stages;
  trees: Trees;
  linkedElements: LinkedElements;
}

/** The element that an operation is about; null of groups, their pins and bookmarks. */
function elementOf({ kind, id }: CanvasOperation): string | null {
  if (kind === 'nodes' || kind === 'members') return id;
  if (kind === 'instances') return instanceKey(id);
  return kind === 'frames' || kind === 'notes' || kind === 'lines' ? `${kind}:${id}` : null;
}

/** The instance in whose linked ones the same happens, by what becomes of the element there. */
function holderOf({ linkedElements, trees, stages }: Context, operation: CanvasOperation, element: string) {
  if (operation.kind === 'nodes' || operation.op === 'setCanvasField')
    return linkedElements.holder([element], 'after');
  const { kind, id, item } = operation;
  if (item === null) return linkedElements.holder([element], 'before');
  const isMove =
    (kind === 'members' || kind === 'instances') &&
    canvasItem(stages.before, kind, id) !== null &&
    trees.before.holderOf.has(element);
  if (!isMove) return linkedElements.holder([element], 'after');
  const isSame = trees.before.holderOf.get(element) === trees.after.holderOf.get(element);
  // From one place in a group to another: where both lie.
  return isSame ? linkedElements.holder([element], 'after') : commonOf(trees, element, linkedElements);
}

/** The innermost settled instance that an element lay in and still lies in. */
function commonOf(
  { before, after }: Trees,
  element: string,
  linkedElements: LinkedElements,
): string | undefined {
  const outer = new Set(chainOf(before, element));
  return chainOf(after, element).findLast(
    (instance) => outer.has(instance) && linkedElements.isSettled(instance),
  );
}

/** The fields of an item as its counterpart has them. */
function fieldsFor(
  context: Context,
  { kind, id }: CanvasOperation,
  fields: Fields,
  [holder, sibling]: readonly [string, string],
): Record<string, unknown> {
  const { linkedElements, stages, trees } = context;
  const shift = (at: Point): Point =>
    translated(at, originOf(stages.after, holder), originOf(stages.after, sibling));
  const result: Record<string, unknown> = { ...fields };
  if (isPoint(result['position'])) result['position'] = shift(result['position']);
  if (kind === 'nodes')
    for (const field of Object.keys(result)) if (isLocalField(field)) delete result[field];
  if (kind === 'frames' && result['collapsed'] !== undefined) {
    const content = ITEM_SCHEMAS.frames.shape.collapsed.safeParse(result['collapsed']).data;
    const local = (ids: readonly string[]): string[] =>
      ids.flatMap((each) => linkedElements.of(each, holder, sibling) ?? []);
    if (content) result['collapsed'] = { nodes: local(content.nodes), items: local(content.items) };
  }
  if (kind === 'members' || kind === 'instances') {
    const element = kind === 'members' ? id : instanceKey(id);
    if ('in' in fields && typeof fields['in'] === 'string') {
      const inner = fields['in'];
      const linkedElement =
        inner === holder
          ? instanceKey(sibling)
          : linkedElements.of(instanceKey(inner), holder, sibling, true);
      if (linkedElement !== null) result['in'] = instanceIdOf(linkedElement);
      result['as'] = trees.after.nameOf.get(element) ?? id;
    }
  }
  return result;
}

function ofElement(context: Context, operation: CanvasOperation, element: string): CanvasOperation[] {
  const { linkedElements, stages } = context;
  const holder = holderOf(context, operation, element);
  if (holder === undefined) return [];
  return linkedElements.siblings(holder).flatMap((sibling): CanvasOperation[] => {
    const adds = operation.op === 'setCanvasItem' && operation.item !== null;
    const linkedElement = linkedElements.of(element, holder, sibling, adds);
    if (linkedElement === null) return [];
    const id =
      operation.kind === 'nodes' || operation.kind === 'members'
        ? linkedElement
        : linkedElement.slice(linkedElement.indexOf(':') + 1);
    const { kind } = operation;
    const current = canvasItem(stages.after, kind, id);
    if (operation.op === 'setCanvasField') {
      if (kind === 'nodes' && isLocalField(operation.field)) return [];
      const { [operation.field]: value } = fieldsFor(
        context,
        operation,
        { [operation.field]: operation.value },
        [holder, sibling],
      );
      if (current === null) return [setItem(kind, id, { [operation.field]: value })];
      return jsonEqual(current[operation.field], value) ? [] : [{ ...operation, id, value }];
    }
    if (operation.item === null) {
      const frozen = kind === 'nodes' ? current?.['frozen'] : undefined;
      if (current === null) return [];
      return [setItem(kind, id, frozen === undefined ? null : { frozen })];
    }
    const fields = fieldsFor(context, operation, operation.item, [holder, sibling]);
    const local = kind === 'nodes' && current?.['frozen'] !== undefined ? { frozen: current['frozen'] } : {};
    const item = { ...fields, ...local };
    return jsonEqual(current, item) ? [] : [setItem(kind, id, item)];
  });
}

/** Points of a wire go with the wire, where both its ends lie in one instance. */
function ofWire({ linkedElements, stages }: Context, operation: CanvasOperation): CanvasOperation[] {
  const [to = '', pin = ''] = splitKey(operation.id);
  const route = stages.after.reroutes[operation.id] ?? stages.before.reroutes[operation.id];
  if (!route) return [];
  const holder = linkedElements.holder([route.from[0], to], 'after');
  if (holder === undefined) return [];
  return linkedElements.siblings(holder).flatMap((sibling): CanvasOperation[] => {
    const [source, target] = [
      linkedElements.of(route.from[0], holder, sibling),
      linkedElements.of(to, holder, sibling),
    ];
    if (source === null || target === null) return [];
    const id = inputKey([target, pin]);
    const isRemoved = operation.op === 'setCanvasItem' && operation.item === null;
    const shift = (at: Point): Point =>
      translated(at, originOf(stages.after, holder), originOf(stages.after, sibling));
    const item = isRemoved
      ? null
      : { ...route, from: [source, route.from[1]], points: route.points.map(shift) };
    return [setItem('reroutes', id, item)];
  });
}

/** What operations on canvas items bring about in linked instances, in their order. */
export function linkedCanvas(
  stages: Stages,
  trees: Trees,
  linkedElements: LinkedElements,
  operations: readonly CanvasOperation[],
): CanvasOperation[] {
  const context: Context = { stages, trees, linkedElements };
  return operations.flatMap((operation) => {
    if (operation.kind === 'reroutes') return ofWire(context, operation);
    const element = elementOf(operation);
    return element === null ? [] : ofElement(context, operation, element);
  });
}
