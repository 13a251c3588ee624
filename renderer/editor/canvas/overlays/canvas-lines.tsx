import { memo, useSyncExternalStore, type ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import type { XY } from '../../geometry.ts';
import { headPath, linePath } from '../../scene/line-shape.ts';
import type { ItemBox } from '../../scene/canvas-places.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { Plane } from './canvas-items.tsx';
import css from './canvas-lines.module.css';

const t = words.editorCanvas.canvasLines;

/** A line or arrow by its points. */
export function LinePaths({ points, isArrow }: { points: readonly XY[]; isArrow: boolean }): ReactElement {
  return <path d={isArrow ? `${linePath(points)}${headPath(points)}` : linePath(points)} />;
}

/** Arrows and lines, before nodes and wires, and what says that one is drawn. They are taken by where the pointer is. */
export function CanvasLines({ session }: { session: EditorSession }): ReactElement {
  const { items } = session;
  useSyncExternalStore(items.subscribe, items.revision);
  const lines = items.all().filter(({ kind }) => kind === 'lines');
  return (
    <>
      {lines.length > 0 ? <Lines session={session} lines={lines} /> : null}
      <DrawingHint session={session} />
    </>
  );
}

function Lines({ session, lines }: { session: EditorSession; lines: readonly ItemBox[] }): ReactElement {
  const { items } = session;
  return (
    <div className={css['clip']}>
      <Plane session={session} className={css['plane']}>
        {lines.map((item) => (
          <Line
            key={item.key}
            item={item}
            label={items.labelOf(item)}
            color={items.line(item.id)?.color}
            isArrow={items.line(item.id)?.arrow === true}
            isSelected={items.isSelected(item.key)}
          />
        ))}
      </Plane>
    </div>
  );
}

interface LineProps {
  item: ItemBox;
  label: string;
  color: string | undefined;
  isArrow: boolean;
  isSelected: boolean;
}

const sameLine = (a: LineProps, b: LineProps): boolean =>
  a.item.points === b.item.points &&
  a.item.rect.x === b.item.rect.x &&
  a.item.rect.y === b.item.rect.y &&
  a.color === b.color &&
  a.isArrow === b.isArrow &&
  a.isSelected === b.isSelected;

const Line = memo(function Line({ item, label, color, isArrow, isSelected }: LineProps): ReactElement {
  const { rect, points = [] } = item;
  return (
    <svg
      className={css['line']}
      style={{ left: rect.x, top: rect.y, color: color ?? 'var(--text-2)' }}
      role="img"
      aria-label={label}
      data-item={item.key}
      data-selected={isSelected || undefined}
    >
      {isSelected ? (
        <g className={css['selected']}>
          <LinePaths points={points} isArrow={isArrow} />
        </g>
      ) : null}
      <LinePaths points={points} isArrow={isArrow} />
    </svg>
  );
}, sameLine);

/** Says what the pointer does while something is drawn, and how that ends. */
function DrawingHint({ session }: { session: EditorSession }): ReactElement | null {
  const drawing = useUi(session, (ui) => ui.drawing);
  if (drawing === null) return null;
  return (
    <p className={css['hint']} role="status">
      {drawing === 'arrow' ? t.dragDrawArrowEsc : t.dragDrawLineEsc}
    </p>
  );
}
