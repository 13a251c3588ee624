import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { limitsOf } from '#renderer/model/number-limits.ts';
import { FieldError, validateNumberText, unitOf, usePointerDrag } from '#renderer/ui/index.ts';
import { fieldNumber } from '#renderer/words/index.ts';
import css from './widgets.module.css';

const decimals = (step: number): number => Math.min(8, (String(step).split('.')[1] ?? '').length);

/** Brings a number inside the limits of its type and onto its step. */
export function limitNumber(value: number, type: Pick<PinType, 'min' | 'max' | 'step'>): number {
  let next = value;
  if (type.step !== undefined && type.step > 0) {
    const from = type.min ?? 0;
    next = from + Math.round((next - from) / type.step) * type.step;
    next = Number(next.toFixed(Math.max(decimals(type.step), decimals(from))));
  }
  if (type.min !== undefined) next = Math.max(type.min, next);
  if (type.max !== undefined) next = Math.min(type.max, next);
  // Without the sign of nought, which a service does not give back.
  return next === 0 ? 0 : next;
}

/** How much one pixel of dragging or one arrow key changes a number. */
function stepOf(type: Pick<PinType, 'min' | 'max' | 'step'>): number {
  if (type.step !== undefined && type.step > 0) return type.step;
  if (type.min === undefined || type.max === undefined) return 1;
  const span = type.max - type.min;
  return span <= 2 ? 0.01 : span <= 20 ? 0.1 : 1;
}

export interface NumberScrubProps {
  label: string;
  /** Of the input alone: it may say the unit. */
  title: string;
  value: number | null;
  /** Shown while there is no value. */
  placeholder?: string | undefined;
  type: PinType;
  onChange: (value: number) => void;
  /** A drag begins and ends: what lies between is one undo step; `bail` goes back to its start. */
  onGesture: (phase: 'start' | 'end' | 'bail') => void;
  onFinish: () => void;
}

/** What is typed, and the value it stands for; over when that became another one. */
interface Draft {
  text: string;
  value: number | null;
  isOver: boolean;
  /** Why it cannot be taken, in a sentence. */
  rejection: string | null;
  /** The refusal was read and put away. */
  isDismissed: boolean;
}

/**
 * A number: drag it sideways, click to type, arrows to step (Shift ten times, Alt a tenth). What is typed is set with
 * each key stroke, brought onto the step, so that somebody else's change of it is met at once and never written over
 * later; the words stay as typed until the field is left or the number becomes another one. Sums and units are taken too;
 * what cannot be a number here stays as typed, with the reason beside it, and changes nothing.
 */
export function NumberScrub(props: NumberScrubProps): ReactElement {
  const { label, value, placeholder, type, onChange, onFinish } = props;
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft(props, input);
  const onPointerDown = useDrag(props, input);
  const errorId = useId();
  const selectNext = useRef(false);
  useLayoutEffect(() => {
    // After what the sum comes to stands there: a new text has no selection.
    if (selectNext.current) input.current?.select();
    selectNext.current = false;
  });
  /** @returns whether what was typed could be taken. */
  const leave = (): boolean => {
    onFinish();
    return draft.finish();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (pressedKey(event) === 'Escape' && draft.rejection !== null) {
      event.stopPropagation();
      draft.revert();
    }
    if (pressedKey(event) === 'Enter' && leave()) selectNext.current = true;
    if (pressedKey(event) === 'ArrowUp' || pressedKey(event) === 'ArrowDown') {
      event.preventDefault();
      const size = stepFor(event, type);
      draft.clear();
      onChange(limitNumber((value ?? 0) + (pressedKey(event) === 'ArrowUp' ? size : -size), type));
    }
  };
  return (
    <span className={css['scrub']}>
      <Fill value={value} type={type} />
      <input
        ref={input}
        className={`${css['input']} ${css['number']}`}
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value ?? undefined}
        aria-valuemin={type.min}
        aria-valuemax={type.max}
        aria-invalid={draft.rejection !== null || undefined}
        aria-describedby={draft.rejection === null ? undefined : errorId}
        title={limitsOf(type) ?? undefined}
        value={draft.displayed}
        placeholder={placeholder}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      />
      {draft.rejection === null || draft.isDismissed ? null : (
        <FieldError
          anchor={input}
          id={errorId}
          reason={draft.rejection}
          side="right"
          onDismiss={draft.dismiss}
        />
      )}
    </span>
  );
}

/** How far a number is between its limits, where it has both. */
function Fill({ value, type: { min, max } }: Pick<NumberScrubProps, 'value' | 'type'>): ReactElement | null {
  if (value === null || min === undefined || max === undefined || max <= min) return null;
  const fraction = Math.max(0, Math.min(1, (value - min) / (max - min)));
  return <span className={css['fill']} style={{ width: `${fraction * 100}%` }} aria-hidden />;
}

/** One step, ten with Shift, a tenth with Alt. */
const stepFor = ({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }, type: PinType): number =>
  stepOf(type) * (shiftKey ? 10 : altKey ? 0.1 : 1);

interface DraftState {
  displayed: string;
  rejection: string | null;
  isDismissed: boolean;
  type: (text: string) => void;
  /** Nobody types on. @returns whether the text could be taken. */
  finish: () => boolean;
  dismiss: () => void;
  clear: () => void;
  /** Back to the number before the typing. */
  revert: () => void;
}

/** The words as they are typed, until the value is another one than they stand for. */
function useDraft(
  { value, type, title, onChange }: NumberScrubProps,
  input: RefObject<HTMLInputElement | null>,
): DraftState {
  const [draft, setDraft] = useState<Draft | null>(null);
  const isReplaced = draft !== null && (draft.isOver || !Object.is(draft.value, value));
  if (isReplaced && !draft.isOver) setDraft({ ...draft, isOver: true });
  useLayoutEffect(() => {
    // Behind a number of theirs the next digit would make one that nobody meant.
    if (isReplaced && document.activeElement === input.current) input.current?.select();
  }, [isReplaced, input]);
  const validate = (text: string, current: number | null, isFinal: boolean) =>
    validateNumberText(
      text,
      { unit: unitOf(title), current, min: type.min, max: type.max, integer: isIntegerType(type) },
      isFinal,
    );
  // What percent are taken of: each key stroke sets a number, so the one before the typing.
  const [before, setBefore] = useState(value);
  if (draft === null && !Object.is(before, value)) setBefore(value);
  const formatted = value === null ? '' : fieldNumber(Number(value.toFixed(6)));
  const isTyping = draft !== null && !isReplaced;
  return {
    displayed: isTyping ? draft.text : formatted,
    rejection: isTyping ? draft.rejection : null,
    isDismissed: isTyping && draft.isDismissed,
    type: (text) => {
      const validation = validate(text, before, false);
      // Of a text that is refused, not what its first digits came to: `1,024` is no 1.02.
      const fallback = validation.rejection === null ? value : (before ?? value);
      const next = validation.value === null ? fallback : limitNumber(validation.value, type);
      setDraft({ text, value: next, isOver: false, rejection: validation.rejection, isDismissed: false });
      if (next !== null && (validation.value !== null || !Object.is(next, value))) onChange(next);
    },
    finish: () => {
      const error = isTyping ? validate(draft.text, before, true).rejection : null;
      setDraft(error === null || !isTyping ? null : { ...draft, rejection: error });
      return error === null;
    },
    dismiss: () => setDraft((previous) => (previous === null ? null : { ...previous, isDismissed: true })),
    clear: () => setDraft(null),
    revert: () => {
      setDraft(null);
      if (isTyping && before !== null && !Object.is(before, value)) onChange(before);
    },
  };
}

/** A press of the pointer: a click that gives the focus, or a drag that changes the number. */
interface Press {
  /** Where the drag counts from, and where the pointer was last. Pixels of the window. */
  x: number;
  lastX: number;
  /** The number at `x`. */
  from: number;
  /** What the drag has made of it. */
  set: number | null;
}

function useDrag(
  { value, type, onChange, onGesture }: NumberScrubProps,
  input: RefObject<HTMLInputElement | null>,
): (event: PointerEvent) => void {
  const { onPointerDown } = usePointerDrag<Press>({
    onPress: (event) => {
      if (document.activeElement === input.current) return null;
      event.preventDefault();
      return { x: event.clientX, lastX: event.clientX, from: value ?? 0, set: value };
    },
    onStart: () => onGesture('start'),
    onMove: (drag, event) => {
      // Somebody else set another number: the drag goes on from that.
      if (!Object.is(drag.set, value)) Object.assign(drag, { x: drag.lastX, from: value ?? 0 });
      drag.lastX = event.clientX;
      // Two pixels a step: fine enough to hit a number, fast enough to cross a range.
      const steps = Math.round((event.clientX - drag.x) / 2);
      drag.set = limitNumber(drag.from + steps * stepFor(event, type), type);
      onChange(drag.set);
    },
    onEnd: (_drag, isDrag, event) => {
      if (isDrag) return onGesture('end');
      if (event === null) return undefined;
      input.current?.focus();
      return input.current?.select();
    },
    onCancel: () => onGesture('bail'),
  });
  return onPointerDown;
}
