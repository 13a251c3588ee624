import type { EditorStore } from '../model/editor-store.ts';
import type { LayoutFacts } from './node-layout.ts';

/** What a layout was made from. */
export interface LayoutSource extends LayoutFacts {
  /** Names of the values the node holds. */
  held: string;
  type: string;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  if (a.size !== b.size) return false;
  for (const one of a) if (!b.has(one)) return false;
  return true;
};

/** Whether two layouts are made from the same. */
export const sameSource = (a: LayoutSource, b: LayoutSource): boolean =>
  a.pins === b.pins &&
  a.type === b.type &&
  a.held === b.held &&
  sameSet(a.connectedInputs, b.connectedInputs) &&
  a.collapsed === b.collapsed &&
  sameSet(a.wiredOutputs, b.wiredOutputs);

/** Calls back with the nodes that collapse or open. @returns what ends it. */
export function followCollapsed(
  { canvas }: EditorStore,
  notify: (nodeIds: ReadonlySet<string>) => void,
): () => void {
  let before = canvas.items.nodes;
  return canvas.subscribe(() => {
    const { nodes } = canvas.items;
    if (nodes === before) return;
    const ids = [...new Set([...Object.keys(before), ...Object.keys(nodes)])];
    const changed = ids.filter((id) => before[id]?.collapsed !== nodes[id]?.collapsed);
    before = nodes;
    if (changed.length > 0) notify(new Set(changed));
  });
}
