import { Frame, StickyNote } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import type { EditorSession } from '../session/editor-session.ts';
import css from './outline-items.module.css';

const never = (): (() => void) => () => undefined;

/** Frames and notes above the nodes of the outline: a press shows one and selects it. */
export function OutlineItems({
  session,
  query,
  isShown,
}: {
  session: EditorSession;
  query: string;
  isShown: boolean;
}): ReactElement | null {
  const { items } = session;
  useSyncExternalStore(isShown ? items.subscribe : never, items.revision);
  const text = query.trim().toLowerCase();
  const shown = items
    .all()
    .map((item) => ({ item, label: items.labelOf(item) }))
    .filter(({ label }) => label.toLowerCase().includes(text));
  if (shown.length === 0) return null;
  return (
    <ul className={css['items']} aria-label="Frames and notes">
      {shown.map(({ item, label }) => (
        <li key={item.key}>
          <button
            type="button"
            className={css['item']}
            aria-pressed={items.isSelected(item.key)}
            aria-label={`${item.kind === 'frames' ? 'Frame' : 'Note'}: ${label}`}
            onClick={() => items.focus(item)}
          >
            {item.kind === 'frames' ? <Frame aria-hidden size={16} /> : <StickyNote aria-hidden size={16} />}
            <span dir="auto">{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
