import { useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { parseTimecode } from '#shared/timeline/timecode.ts';
import { formatTimecode } from './timecode.ts';
import css from './clip-inspector.module.css';

/** Pixels of a drag that are one frame. */
const PIXELS_PER_FRAME = 3;

/** A time as timecode: typed (also as seconds), stepped by the arrow keys a frame at a time, or dragged by its label. */
export function TimeField({
  label,
  seconds,
  frameRate,
  onCommit,
}: {
  label: string;
  seconds: number;
  frameRate: number;
  /** When the gesture ends. */
  onCommit: (seconds: number) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const from = useRef<{ x: number; seconds: number; isMoved: boolean } | null>(null);
  const shown = typed ?? formatTimecode(dragged ?? seconds, frameRate, true);
  const take = (): void => {
    const time = typed === null ? null : parseTimecode(typed, frameRate);
    setTyped(null);
    if (time !== null) onCommit(time);
  };
  const at = (event: PointerEvent): number =>
    Math.max(
      0,
      (from.current?.seconds ?? 0) +
        Math.round((event.clientX - (from.current?.x ?? 0)) / PIXELS_PER_FRAME) / frameRate,
    );
  return (
    <label className={css['time']}>
      <span
        className={css['timeLabel']}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, seconds, isMoved: false };
        }}
        onPointerMove={(event) => {
          if (!from.current) return;
          // The pointer may be up again before this is drawn.
          from.current.isMoved = true;
          setDragged(at(event));
        }}
        onPointerUp={(event) => {
          if (from.current?.isMoved) onCommit(at(event));
          from.current = null;
          setDragged(null);
        }}
        onPointerCancel={() => {
          from.current = null;
          setDragged(null);
        }}
      >
        {label}
      </span>
      <input
        className={css['timeInput']}
        value={shown}
        inputMode="decimal"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(null);
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onCommit(Math.max(0, seconds + (by * (event.shiftKey ? 10 : 1)) / frameRate));
        }}
      />
    </label>
  );
}
