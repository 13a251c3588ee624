import { useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useCallback,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import popup from './popup.module.css';
import css from './pick-field.module.css';

export interface PickHeading {
  kind: 'heading';
  title: string;
  note: string;
  icon: ReactNode;
}

export type PickRow<Entry> =
  | PickHeading
  /** @property index among the items alone. */
  | { kind: 'item'; entry: Entry; index: number };

const ROW_HEIGHT = 32;
const OVERSCAN = 8;

/** Rows of a long list under headings; those out of sight are room and no elements. */
export function PickList<Entry extends { value: string }>(props: {
  rows: readonly PickRow<Entry>[];
  /** Filled while the list is there: brings the item of an index into view. */
  revealRef: RefObject<((index: number) => void) | null>;
  /** Of the item that is in view at first. */
  startIndex: number;
  renderHeading: (heading: PickHeading) => ReactElement;
  renderItem: (item: Extract<PickRow<Entry>, { kind: 'item' }>, style: CSSProperties) => ReactElement;
}): ReactElement {
  const { rows, revealRef, startIndex, renderHeading, renderItem } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const reveal = useCallback(
    (index: number) => {
      const at = rows.findIndex((row) => row.kind === 'item' && row.index === index);
      // The heading above comes into view with the first of its items.
      if (at >= 0) virtual.scrollToIndex(rows[at - 1]?.kind === 'heading' ? at - 1 : at, { align: 'auto' });
      if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
    },
    [rows, virtual],
  );
  useLayoutEffect(() => {
    revealRef.current = reveal;
    return () => {
      revealRef.current = null;
    };
  }, [reveal, revealRef]);
  const first = useRef(startIndex);
  useLayoutEffect(() => reveal(first.current), [reveal]);
  return (
    <div ref={scroll} role="presentation" className={css['scroll']}>
      <div role="presentation" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const style: CSSProperties = {
            position: 'absolute',
            insetInline: 0,
            height: size,
            transform: `translateY(${start}px)`,
          };
          if (row.kind === 'item') {
            return <Fragment key={row.entry.value}>{renderItem(row, style)}</Fragment>;
          }
          return (
            // Each item says its group in its own name.
            <div
              key={`heading ${index}`}
              aria-hidden
              className={`${popup['groupLabel']} ${css['heading']}`}
              style={style}
            >
              {renderHeading(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
