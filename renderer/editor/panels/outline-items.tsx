import { Box, Frame, MoveUpRight, Pencil, StickyNote, Tag } from 'lucide-react';
import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { searchTexts } from '#shared/search/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './outline-items.module.css';

const t = words.editorPanels.outlineItems;

const never = (): (() => void) => () => undefined;

const icons = { group: Box, frame: Frame, note: StickyNote, arrow: MoveUpRight, line: Pencil } as const;

/** Frames, notes, lines and wires by name above the nodes of the outline: a press shows one and selects it. */
export function OutlineItems({
  session,
  query,
  isVisible,
}: {
  session: EditorSession;
  query: string;
  isVisible: boolean;
}): ReactElement | null {
  const { items, reroutes, store } = session;
  const followCanvas = useCallback((listener: () => void) => store.canvas.subscribe(listener), [store]);
  useSyncExternalStore(isVisible ? items.subscribe : never, items.revision);
  useSyncExternalStore(isVisible ? followCanvas : never, () => store.canvas.items);
  const named = items.all().map((item) => ({ item, label: items.labelOf(item) }));
  const matches = searchTexts(named, query, ({ label }) => label);
  const wires = searchTexts(reroutes.named(), query, ({ name }) => name);
  if (matches.length + wires.length === 0) return null;
  return (
    <ul className={css['items']} aria-label={t.framesNotesLinesWires}>
      {matches.map(({ item, label }) => {
        const ItemIcon = icons[items.kindOf(item)];
        return (
          <li key={item.key}>
            <button
              type="button"
              className={css['item']}
              aria-pressed={items.isSelected(item.key)}
              aria-label={item.kind === 'lines' ? label : `${items.kindName(item)}: ${label}`}
              onClick={() => items.focus(item)}
            >
              <ItemIcon aria-hidden size={16} />
              <span dir="auto">{label}</span>
            </button>
          </li>
        );
      })}
      {wires.map(({ key, name }) => (
        <li key={key}>
          <button
            type="button"
            className={css['item']}
            aria-label={t.wireOf(name)}
            onClick={() => reroutes.focus(key)}
          >
            <Tag aria-hidden size={16} />
            <span dir="auto">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
