import type { MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { itemColors } from '../session/item-kinds.ts';

const t = words.editorNode.colorEntries;

/**
 * The colors that nodes, frames, notes and lines can have, as a row of swatches.
 * @param defaultEntry what having none of them is called, and how it looks: null where it is no color at all
 */
export function colorEntries(
  defaultEntry: { name: string; color: string | null },
  isSelected: (color: string | undefined) => boolean,
  select: (color: string | undefined) => void,
): MenuEntries {
  return [
    { kind: 'separator', id: 'above the colors' },
    {
      kind: 'swatches',
      id: 'color',
      label: t.color,
      swatches: itemColors.map(({ name, color }) => ({
        name: color === undefined ? defaultEntry.name : name,
        color: color ?? defaultEntry.color,
        checked: isSelected(color),
        onSelect: () => select(color),
      })),
    },
  ];
}
