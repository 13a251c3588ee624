import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { FieldError, usePointerDrag } from '#renderer/ui/index.ts';
import { validateTimeText } from '../model/time-text.ts';
import { formatTimecode } from '../model/timecode.ts';
import css from './clip-inspector.module.css';

/** Pixels of a drag that are one frame. */
const PIXELS_PER_FRAME = 3;

interface TimeFieldProps {
  label: string;
  seconds: number;
  frameRate: number;
  /** When the gesture ends. */
  onCommit: (seconds: number) => void;
}

/**
 * A time as timecode: typed (also as seconds, frames, or a sum of them), stepped by the arrow keys a frame at a time, or
 * dragged by its label. What is no time stays as typed, with the reason beside it, and changes nothing.
 */
export function TimeField(props: TimeFieldProps): ReactElement {
  const { label, seconds, frameRate } = props;
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const draft = useTypedTime(props);
  const drag = useTimeDrag(props);
  return (
    <label className={css['time']}>
      <span className={css['timeLabel']} {...drag.handlers}>
        {label}
      </span>
      <input
        ref={input}
        className={css['timeInput']}
        value={draft.typed ?? formatTimecode(drag.dragged ?? seconds, frameRate)}
        inputMode="decimal"
        spellCheck={false}
        aria-invalid={draft.error !== null || undefined}
        aria-describedby={draft.error === null ? undefined : errorId}
        {...draft.handlers}
      />
      {draft.error === null || draft.isDismissed ? null : (
        <FieldError anchor={input} id={errorId} reason={draft.error} side="panel" onDismiss={draft.dismiss} />
      )}
    </label>
  );
}

/** What is typed, until it is taken or given up. */
function useTypedTime({ seconds, frameRate, onCommit }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** The refusal was read and put away. */
  const [isDismissed, setDismissed] = useState(false);
  const discard = (): void => {
    setTyped(null);
    setError(null);
  };
  /** The field is left, or Enter is pressed. */
  const commit = (): void => {
    if (typed === null) return;
    const validation = validateTimeText(typed, { seconds, frameRate }, true);
    setError(validation.rejection);
    if (validation.rejection !== null) return;
    discard();
    if (validation.value !== null) onCommit(validation.value);
  };
  const handlers = {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value);
      setDismissed(false);
      setError(validateTimeText(target.value, { seconds, frameRate }, false).rejection);
    },
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Enter') commit();
      if (pressedKey(event) === 'Escape' && typed !== null) {
        event.stopPropagation();
        discard();
      }
      const by = { ArrowUp: 1, ArrowDown: -1 }[pressedKey(event)];
      if (by === undefined) return;
      event.preventDefault();
      discard();
      onCommit(Math.max(0, seconds + (by * (event.shiftKey ? 10 : 1)) / frameRate));
    },
  };
  return { typed, error, isDismissed, dismiss: () => setDismissed(true), handlers };
}

/** The time while it is dragged by the label; null while it is not. */
function useTimeDrag({ seconds, frameRate, onCommit }: TimeFieldProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const timeAt = (origin: { x: number; seconds: number }, { clientX }: { clientX: number }): number =>
    Math.max(0, origin.seconds + Math.round((clientX - origin.x) / PIXELS_PER_FRAME) / frameRate);
  const { onPointerDown } = usePointerDrag({
    onPress: ({ clientX }) => ({ x: clientX, seconds }),
    onMove: (origin, event) => setDragged(timeAt(origin, event)),
    onEnd: (origin, isDrag, event) => {
      setDragged(null);
      if (isDrag && event) onCommit(timeAt(origin, event));
    },
    onCancel: () => setDragged(null),
  });
  return { dragged, handlers: { onPointerDown } };
}
