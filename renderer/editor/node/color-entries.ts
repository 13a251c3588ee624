import type { MenuEntries } from '#renderer/ui/index.ts';
import { itemColors } from '../session/session-items.ts';

/**
 * The colors that nodes, frames, notes and lines can have, as a row of swatches.
 * @param plain what having none of them is called, and how it looks: null where it is no color at all
 */
export function colorEntries(
  plain: { name: string; color: string | null },
  isChosen: (color: string | undefined) => boolean,
  choose: (color: string | undefined) => void,
): MenuEntries {
  return [
    { kind: 'separator', id: 'above the colors' },
    {
      kind: 'swatches',
      id: 'color',
      label: 'Color',
      swatches: itemColors.map(({ name, color }) => ({
        name: color === undefined ? plain.name : name,
        color: color ?? plain.color,
        checked: isChosen(color),
        onSelect: () => choose(color),
      })),
    },
  ];
}
