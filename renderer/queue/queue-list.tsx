import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { QueueItem } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { words } from '#renderer/words/index.ts';
import type { QueuePageProps } from './queue-props.ts';
import { QueueRow } from './queue-row.tsx';
import css from './queue.module.css';

const t = words.queue.queueList;

const ROW_HEIGHT = 68;
/** Rows shown at once before the list scrolls in itself. */
const MAX_ROWS = 8;
/** Rows from the end at which the next page is asked for. */
const LOAD_AHEAD = 20;

function keyOf(item: QueueItem): string {
  if (item.kind === 'file') return item.id;
  return item.kind === 'run' ? item.run.runId : item.batch.id;
}

/** What goes on and waits; of thousands those near the view are in the page. Up and Down go from row to row. */
export function QueueList({
  items,
  isUnavailable,
  timestamp,
  hasNextPage,
  onLoadNextPage,
  ...page
}: QueuePageProps & {
  items: readonly QueueItem[];
  isUnavailable: boolean;
  timestamp: number;
  hasNextPage: boolean;
  onLoadNextPage: () => void;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const virtualRows = rows.getVirtualItems();
  const last = virtualRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && last >= items.length - LOAD_AHEAD) onLoadNextPage();
  }, [hasNextPage, last, items.length, onLoadNextPage]);

  // A row that is not drawn yet gets the focus when it is; keys pressed until then count from it.
  const focusTarget = useRef<number | null>(null);
  const focusTargetRow = () => {
    if (focusTarget.current === null) return;
    const row = scroller.current?.querySelector(`[data-row="${focusTarget.current}"]`);
    if (!row) return;
    focusTarget.current = null;
    row.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  };
  useLayoutEffect(focusTargetRow);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (pressedKey(event) !== 'ArrowDown' && pressedKey(event) !== 'ArrowUp') return;
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (!row) return;
    event.preventDefault();
    const from = focusTarget.current ?? Number(row.getAttribute('data-row'));
    const to = from + (pressedKey(event) === 'ArrowDown' ? 1 : -1);
    if (to < 0 || to >= items.length) return;
    focusTarget.current = to;
    rows.scrollToIndex(to);
    focusTargetRow();
  };

  return (
    <div
      ref={scroller}
      role="presentation"
      className={css['scroll']}
      style={{ height: Math.min(items.length, MAX_ROWS) * ROW_HEIGHT }}
      onKeyDown={move}
    >
      <ul className={css['rows']} style={{ height: rows.getTotalSize() }} aria-label={t.currentNext}>
        {virtualRows.map(({ index, key, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={key}
              data-row={index}
              aria-setsize={hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
              className={css['row']}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <QueueRow {...page} item={item} isUnavailable={isUnavailable} timestamp={timestamp} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
