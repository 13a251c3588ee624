import {
  useEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { isMacPlatform, matchesShortcut, pressedKey } from '#renderer/keys/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import { dragOutputs } from './drag-outputs.ts';
import { GridRow } from './grid-row.tsx';
import { isMoveKey, modeOf, select, selectBoxed, stepOf, type Selection } from './selection.ts';
import { useBoxSelection } from './use-box-selection.ts';
import { useGridLayout, type GridLayout } from './use-grid-layout.ts';
import { useScrollSpeed } from './use-scroll-pace.ts';
import css from './grid.module.css';

/** Rows from the end at which the next page is asked for. */
const LOAD_AHEAD_ROWS = 12;

export interface OutputGridProps {
  label: string;
  outputs: readonly LibraryOutput[];
  /** Of the whole search, where it is known. */
  total: number;
  selection: Selection;
  onSelection: (next: Selection) => void;
  showsProject: boolean;
  hasNextPage: boolean;
  onLoadNextPage: () => void;
  onOpen: (output: LibraryOutput) => void;
  onStar: (output: LibraryOutput) => void;
  onStack: (output: LibraryOutput) => void;
  /** A key that does not move. @returns whether it did something. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Thousands of outputs in a grid: those near the view are in the page. */
export function OutputGrid(props: OutputGridProps): ReactElement {
  const { outputs, selection, onSelection, hasNextPage, onLoadNextPage } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(scroller, outputs.length);
  const isRushing = useScrollSpeed(scroller);
  const { rows, rowCount, isMeasured } = layout;

  const items = rows.getVirtualItems();
  const lastRow = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && isMeasured && lastRow >= rowCount - LOAD_AHEAD_ROWS) onLoadNextPage();
  }, [hasNextPage, lastRow, rowCount, isMeasured, onLoadNextPage]);

  const before = useRef(selection);
  const boxed = useBoxSelection({
    scroller,
    grid,
    shape: layout,
    onStart: () => {
      before.current = selection;
      grid.current?.focus({ preventScroll: true });
    },
    onTiles: (tiles, adds) => {
      const ids = tiles.flatMap((index) => outputs[index]?.id ?? []);
      onSelection(selectBoxed(before.current, ids, adds));
    },
    onCancel: () => onSelection(before.current),
  });
  return (
    <div ref={scroller} className={css['scroller']} data-boxing={boxed.box === null ? undefined : ''}>
      <ContextMenu entries={() => commandMenu('gallery-output', { scope: 'gallery' })}>
        <div
          ref={grid}
          role="listbox"
          tabIndex={0}
          aria-label={props.label}
          aria-multiselectable
          aria-activedescendant={selection.focusId === null ? undefined : `output-${selection.focusId}`}
          className={css['grid']}
          style={
            {
              height: Math.max(0, rows.getTotalSize() - layout.gap),
              '--place-ratio': layout.aspectRatio,
            } as CSSProperties
          }
          onPointerDown={(event) => {
            if (event.button === 2) selectForMenu(event, props);
            else if (!startsDrag(event)) boxed.onPointerDown(event);
          }}
          onDragStart={({ dataTransfer }) => dragOutputs(dataTransfer, outputs, selection.ids)}
          onContextMenuCapture={(event) => menuAtFocused(event, selection)}
          onKeyDown={(event) => onGridKey(event, props, layout)}
          onClick={(event) => (boxed.endsBox() ? undefined : onGridClick(event, props))}
          onDoubleClick={(event) => {
            const { output, action } = clickedIn(event, outputs);
            if (output !== undefined && action === undefined) props.onOpen(output);
          }}
        >
          {items.map((row) => (
            <GridRow
              key={row.key}
              index={row.index}
              start={row.start}
              height={layout.rowHeight - layout.gap}
              columns={layout.columns}
              outputs={outputs}
              total={Math.max(props.total, outputs.length)}
              selection={selection}
              showsProject={props.showsProject}
              loads={!isRushing}
            />
          ))}
          {boxed.box === null ? null : <SelectionBox box={boxed.box} />}
        </div>
      </ContextMenu>
    </div>
  );
}

/** What is drawn to choose the outputs in it. */
const SelectionBox = ({
  box: { left, top, width, height },
}: {
  box: { left: number; top: number; width: number; height: number };
}): ReactElement => (
  <div
    role="presentation"
    className={css['selectionBox']}
    style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
  />
);

/** The output that a click is on, and what of it was hit. */
function clickedIn({ target }: MouseEvent, outputs: readonly LibraryOutput[]) {
  const element = target instanceof Element ? target : null;
  const id = element?.closest<HTMLElement>('[data-output]')?.dataset['output'];
  return {
    output: outputs.find((output) => output.id === id),
    action: element?.closest<HTMLElement>('[data-action]')?.dataset['action'],
  };
}

/** Whether a press takes hold of what is chosen. */
const startsDrag = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest('[data-output][draggable="true"]') !== null &&
  !shiftKey &&
  !ctrlKey &&
  !metaKey;

/** A menu is about what is chosen; one of another output chooses that alone. */
function selectForMenu(event: MouseEvent<HTMLElement>, props: OutputGridProps): void {
  const { output } = clickedIn(event, props.outputs);
  event.currentTarget.focus({ preventScroll: true });
  if (output === undefined || props.selection.ids.has(output.id)) return;
  props.onSelection(select(props.selection, output.id, 'only', []));
}

/** The menu key opens the menu at the output that the keyboard is at, wherever the list has been scrolled to. */
function menuAtFocused(event: MouseEvent<HTMLElement>, { focusId }: Selection): void {
  const { nativeEvent } = event;
  const isKey = !(nativeEvent instanceof PointerEvent) || nativeEvent.pointerType === '';
  if (!event.isTrusted || !isKey || focusId === null) return;
  const tile = document.getElementById(`output-${focusId}`);
  if (tile === null) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, top, width, height } = tile.getBoundingClientRect();
  const anchor = { clientX: left + width / 2, clientY: top + height / 2 };
  tile.dispatchEvent(
    new PointerEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, ...anchor }),
  );
}

function onGridClick(event: MouseEvent<HTMLElement>, props: OutputGridProps): void {
  const { outputs, selection, onSelection } = props;
  const { output, action } = clickedIn(event, outputs);
  // The list has the focus, not a tile: one that is scrolled away would lose it.
  event.currentTarget.focus({ preventScroll: true });
  const mode = modeOf(event);
  if (output === undefined) {
    if (mode === 'only' && selection.ids.size > 0) onSelection({ ...selection, ids: new Set() });
    return;
  }
  if (action === 'star') return props.onStar(output);
  if (action === 'stack') return props.onStack(output);
  const order = outputs.map(({ id }) => id);
  onSelection(select(selection, output.id, mode, order));
}

function onGridKey(event: KeyboardEvent, props: OutputGridProps, layout: GridLayout): void {
  const { outputs, selection, onSelection } = props;
  const { rows, columns, rowHeight } = layout;
  const order = outputs.map(({ id }) => id);
  const at = order.indexOf(selection.focusId ?? '');
  const visible = Math.floor((rows.scrollElement?.clientHeight ?? 0) / rowHeight);
  if (pressedKey(event) === ' ') {
    const id = order[Math.max(0, at)];
    if (id !== undefined) onSelection(select(selection, id, 'toggle', order));
  } else if (matchesShortcut(event.nativeEvent, 'Mod+A', isMacPlatform())) {
    onSelection({ ...selection, ids: new Set(order) });
  } else {
    const to = at === -1 ? 0 : stepOf(pressedKey(event), at, { count: order.length, columns, rows: visible });
    const id = to === null ? undefined : order[to];
    if (!isMoveKey(pressedKey(event)) || event.altKey) {
      if (!props.onKey(event)) return;
    } else if (id !== undefined && to !== null) {
      onSelection(select(selection, id, event.shiftKey ? 'range' : 'only', order));
      rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
    }
  }
  event.preventDefault();
  event.stopPropagation();
}
