import type { MenuEntries } from '#renderer/ui/index.ts';
import { itemColors } from '../session/session-items.ts';
import css from './color-entries.module.css';

/** The colors that nodes, frames, notes and lines can have, each with a spot of it. */
export function colorEntries(
  plainName: string,
  isChosen: (color: string | undefined) => boolean,
  choose: (color: string | undefined) => void,
): MenuEntries {
  return [
    { kind: 'separator', id: 'above the colors' },
    { kind: 'label', id: 'color', label: 'Color' },
    ...itemColors.map(({ name, color }) => ({
      id: `color ${name}`,
      label: color === undefined ? plainName : name,
      icon: <span className={css['spot']} style={{ background: color ?? 'var(--text-3)' }} aria-hidden />,
      checked: isChosen(color),
      onSelect: () => choose(color),
    })),
  ];
}
