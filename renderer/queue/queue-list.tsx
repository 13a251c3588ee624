import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { QueueItem } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import type { QueuePageProps } from './queue-props.ts';
import { QueueRow } from './queue-row.tsx';
import css from './queue.module.css';

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
  isAway,
  now,
  hasMore,
  onLoadMore,
  ...page
}: QueuePageProps & {
  items: readonly QueueItem[];
  isAway: boolean;
  now: number;
  hasMore: boolean;
  onLoadMore: () => void;
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
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - LOAD_AHEAD) onLoadMore();
  }, [hasMore, last, items.length, onLoadMore]);

  // A row that is not drawn yet gets the focus when it is; keys pressed until then count from it.
  const wanted = useRef<number | null>(null);
  const focusWanted = () => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  };
  useLayoutEffect(focusWanted);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (pressedKey(event) !== 'ArrowDown' && pressedKey(event) !== 'ArrowUp') return;
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (!row) return;
    event.preventDefault();
    const from = wanted.current ?? Number(row.getAttribute('data-row'));
    const to = from + (pressedKey(event) === 'ArrowDown' ? 1 : -1);
    if (to < 0 || to >= items.length) return;
    wanted.current = to;
    rows.scrollToIndex(to);
    focusWanted();
  };

  return (
    <div
      ref={scroller}
      role="presentation"
      className={css['scroll']}
      style={{ height: Math.min(items.length, MAX_ROWS) * ROW_HEIGHT }}
      onKeyDown={move}
    >
      <ul className={css['rows']} style={{ height: rows.getTotalSize() }} aria-label="Now and next">
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={key}
              data-row={index}
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={index + 1}
              className={css['row']}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <QueueRow {...page} item={item} isAway={isAway} now={now} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
