import { useRef, useState, type ReactElement } from 'react';
import type { PinType } from '#shared/graph/pin-type.ts';
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
  return next;
}

/** How much one pixel of dragging or one arrow key changes a number. */
export function stepOf(type: Pick<PinType, 'min' | 'max' | 'step'>): number {
  if (type.step !== undefined && type.step > 0) return type.step;
  if (type.min === undefined || type.max === undefined) return 1;
  const span = type.max - type.min;
  return span <= 2 ? 0.01 : span <= 20 ? 0.1 : 1;
}

/** `1 to 100, in steps of 5`; null when anything goes. */
export function limitsOf({ min, max, step }: Pick<PinType, 'min' | 'max' | 'step'>): string | null {
  const range =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `${min} or more`
        : max !== undefined
          ? `${max} or less`
          : null;
  const steps = step !== undefined && step > 0 ? (step === 1 ? 'whole steps' : `steps of ${step}`) : null;
  return range !== null && steps !== null ? `${range}, in ${steps}` : (range ?? (steps && `In ${steps}`));
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

/** A number: drag it sideways, click to type, arrows to step (Shift ten times, Alt a tenth). */
export function NumberScrub({
  label,
  value,
  type,
  onChange,
  onGesture,
  onDone,
}: NumberScrubProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const press = useRef<{ x: number; from: number; dragging: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const step = stepOf(type);
  const shown = value === null ? '' : String(Number(value.toFixed(6)));
  const fraction =
    value !== null && type.min !== undefined && type.max !== undefined && type.max > type.min
      ? (value - type.min) / (type.max - type.min)
      : null;
  /** What typing has set last: leaving the field does not set it again, somebody else may have changed it since. */
  const sent = useRef<number | null>(null);
  const send = (next: number): void => {
    sent.current = next;
    onChange(next);
  };
  const commit = (text: string): void => {
    setDraft(null);
    const parsed = Number(text.replace(',', '.'));
    const next = limitNumber(parsed, type);
    if (text.trim() !== '' && Number.isFinite(parsed) && next !== sent.current) onChange(next);
    sent.current = null;
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
        value={draft ?? shown}
        onChange={(event) => {
          setDraft(event.target.value);
          const parsed = Number(event.target.value.replace(',', '.'));
          if (
            event.target.value.trim() !== '' &&
            Number.isFinite(parsed) &&
            parsed === limitNumber(parsed, type)
          ) {
            send(parsed);
          }
        }}
        onBlur={(event) => {
          if (draft !== null) return commit(event.target.value);
          sent.current = null;
          onDone();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && press.current?.dragging) {
            press.current = null;
            onGesture('bail');
            return;
          }
          if (event.key === 'Enter') {
            commit(event.currentTarget.value);
            event.currentTarget.select();
          }
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault();
            const size = step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
            setDraft(null);
            sent.current = null;
            onChange(limitNumber((value ?? 0) + (event.key === 'ArrowUp' ? size : -size), type));
          }
        }}
        onPointerDown={(event) => {
          if (event.button !== 0 || document.activeElement === input.current) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          press.current = { x: event.clientX, from: value ?? 0, dragging: false };
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
          const rate = step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
          // Two pixels a step: fine enough to hit a number, fast enough to cross a range.
          onChange(limitNumber(held.from + Math.round(moved / 2) * rate, type));
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
