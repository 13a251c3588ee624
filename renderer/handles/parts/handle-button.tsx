import type { KeyboardEvent, ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import type { Point } from '#shared/geometry/plane.ts';
import { usePointerDrag } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { Change, Handle, Hand, MoveOptions, HandContext, Values } from '../model/hand.ts';
import { keyTarget } from '../model/key-step.ts';
import type { HandEdits } from '../session/use-hand-edits.ts';
import css from './handles.module.css';

const t = words.handles.names;

/** Where a picture is drawn in the stage: its corner, and screen pixels of one of its pixels. */
export interface Placement {
  left: number;
  top: number;
  k: number;
}

export const onScreen = ({ x, y }: Point, { left, top, k }: Placement): Point => ({
  x: left + x * k,
  y: top + y * k,
});

/** What a drag starts from. */
interface Origin {
  at: Point;
  values: Values;
}

const handleLabel = (kind: Hand['kind'], id: string): string => {
  const ids: Readonly<Record<string, string>> = t.of[kind] ?? {};
  return ids[id] ?? id;
};

/** One handle: dragged by the pointer, moved by arrow keys. */
export function HandleButton({
  hand,
  handle,
  values,
  context,
  placement,
  edits,
  ratio,
  isBlocked,
  shape,
}: {
  hand: Hand;
  handle: Handle;
  values: Values;
  context: HandContext;
  placement: Placement;
  edits: HandEdits;
  ratio: number | null;
  isBlocked: boolean;
  /** Of the inside of something: as large as it is, and turned as it is. Screen pixels, degrees. */
  shape?: { width: number; height: number; angle: number } | undefined;
}): ReactElement {
  /** A drag says where from its start on: what it has passed by is as at the start again. */
  const moveTo = (to: Point, start: Values, options: MoveOptions): Change => {
    const initial = Object.fromEntries(handle.pins.map((name) => [name, start[name] ?? null]));
    return { ...initial, ...hand.move(start, handle.id, to, context, options) };
  };
  const { onPointerDown } = usePointerDrag<Origin>({
    threshold: 1,
    onPress: () => (edits.begin(handle) ? { at: handle.at, values } : null),
    onStart: () => edits.mark(),
    onMove: ({ at, values: start }, event, by) =>
      edits.apply(
        moveTo({ x: at.x + by.x / placement.k, y: at.y + by.y / placement.k }, start, {
          isConstrained: event.shiftKey,
          isCentered: event.altKey,
          snaps: !(event.ctrlKey || event.metaKey),
          ratio,
        }),
        null,
      ),
    onEnd: (_origin, isDrag) => {
      if (isDrag) edits.release();
    },
    onCancel: () => edits.cancel(),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = { chord: pressedKey(event), isLarge: event.shiftKey };
    const to = keyTarget(hand, handle, values, context, press);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (!edits.begin(handle)) return;
    const options = { isConstrained: false, isCentered: false, snaps: false, ratio };
    edits.apply(hand.move(values, handle.id, to, context, options), `handle ${hand.kind} ${handle.id}`);
  };
  const { x, y } = onScreen(handle.at, placement);
  const at = `${number(Math.round(handle.at.x))}, ${number(Math.round(handle.at.y))}`;
  const label = `${handleLabel(hand.kind, handle.id)}, ${at}`;
  return (
    <button
      type="button"
      className={css['handle']}
      data-shape={handle.shape}
      data-handle={`${hand.kind} ${handle.id}`}
      data-blocked={isBlocked || undefined}
      aria-label={isBlocked ? t.fixed(label) : label}
      style={{
        left: x,
        top: y,
        cursor: isBlocked ? 'not-allowed' : cursorOf(handle),
        ...(shape && { width: shape.width, height: shape.height, rotate: `${shape.angle}deg` }),
      }}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onBlur={() => edits.seal()}
    />
  );
}

const CURSORS = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const;

function cursorOf({ shape, direction }: Handle): string {
  if (shape === 'body') return 'move';
  if (direction === undefined) return shape === 'turn' ? 'grab' : 'crosshair';
  return CURSORS[Math.round((((direction % 180) + 180) % 180) / 45) % 4] ?? 'move';
}
