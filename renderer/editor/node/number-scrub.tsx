import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { PinType } from '#shared/graph/pin-type.ts';
import { limitsOf } from '#renderer/model/number-limits.ts';
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
  value: number | null;
  type: PinType;
  onChange: (value: number) => void;
  /** A drag begins and ends: what lies between is one undo step; `bail` goes back to its start. */
  onGesture: (phase: 'start' | 'end' | 'bail') => void;
  onDone: () => void;
}

/** What is typed, and the value it stands for; over when that became another one. */
interface Draft {
  text: string;
  value: number | null;
  isOver: boolean;
}

/**
 * A number: drag it sideways, click to type, arrows to step (Shift ten times, Alt a tenth). What is typed is set with
 * each key stroke, brought onto the step, so that somebody else's change of it is met at once and never written over
 * later; the words stay as typed until the field is left or the number becomes another one.
 */
export function NumberScrub({
  label,
  value,
  type,
  onChange,
  onGesture,
  onDone,
}: NumberScrubProps): ReactElement {
  const [draft, setDraft] = useState<Draft | null>(null);
  const press = useRef<{ x: number; lastX: number; from: number; set: number | null; dragging: boolean }>(
    null,
  );
  const input = useRef<HTMLInputElement>(null);
  const step = stepOf(type);
  const shown = value === null ? '' : String(Number(value.toFixed(6)));
  const fraction =
    value !== null && type.min !== undefined && type.max !== undefined && type.max > type.min
      ? (value - type.min) / (type.max - type.min)
      : null;
  const isOvertaken = draft !== null && (draft.isOver || !Object.is(draft.value, value));
  if (isOvertaken && !draft.isOver) setDraft({ ...draft, isOver: true });
  useLayoutEffect(() => {
    // Behind a number of theirs the next digit would make one that nobody meant.
    if (isOvertaken && document.activeElement === input.current) input.current?.select();
  }, [isOvertaken]);
  const typed = (text: string): void => {
    const parsed = Number(text.replace(',', '.'));
    if (text.trim() === '' || !Number.isFinite(parsed)) return setDraft({ text, value, isOver: false });
    const next = limitNumber(parsed, type);
    setDraft({ text, value: next, isOver: false });
    onChange(next);
  };
  const leave = (): void => {
    setDraft(null);
    onDone();
  };
  return (
    <span className={css['scrub']}>
      {fraction === null ? null : (
        <span
          className={css['fill']}
          style={{ width: `${Math.max(0, Math.min(1, fraction)) * 100}%` }}
          aria-hidden
        />
      )}
      <input
        ref={input}
        className={`${css['input']} ${css['number']}`}
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value ?? undefined}
        aria-valuemin={type.min}
        aria-valuemax={type.max}
        title={limitsOf(type) ?? undefined}
        value={draft === null || isOvertaken ? shown : draft.text}
        onChange={(event) => typed(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && press.current?.dragging) {
            press.current = null;
            onGesture('bail');
            return;
          }
          if (event.key === 'Enter') {
            leave();
            event.currentTarget.select();
          }
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault();
            const size = step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
            setDraft(null);
            onChange(limitNumber((value ?? 0) + (event.key === 'ArrowUp' ? size : -size), type));
          }
        }}
        onPointerDown={(event) => {
          if (event.button !== 0 || document.activeElement === input.current) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          const x = event.clientX;
          press.current = { x, lastX: x, from: value ?? 0, set: value, dragging: false };
        }}
        onPointerMove={(event) => {
          const held = press.current;
          if (!held) return;
          const moved = event.clientX - held.x;
          if (!held.dragging && Math.abs(moved) < 3) return;
          if (!held.dragging) {
            held.dragging = true;
            onGesture('start');
          }
          if (!Object.is(held.set, value)) Object.assign(held, { x: held.lastX, from: value ?? 0 });
          held.lastX = event.clientX;
          const rate = step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
          // Two pixels a step: fine enough to hit a number, fast enough to cross a range.
          held.set = limitNumber(held.from + Math.round((event.clientX - held.x) / 2) * rate, type);
          onChange(held.set);
        }}
        onPointerUp={() => {
          const held = press.current;
          press.current = null;
          if (!held) return;
          if (held.dragging) onGesture('end');
          else {
            input.current?.focus();
            input.current?.select();
          }
        }}
        onPointerCancel={() => {
          if (press.current?.dragging) onGesture('bail');
          press.current = null;
        }}
      />
    </span>
  );
}
