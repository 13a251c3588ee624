import { useState, type ReactElement } from 'react';
import css from './board.module.css';

/** The length of a shot, written where it stands; empty for the length that the storyboard's settings give. */
export function SecondsField({
  seconds,
  defaultSeconds,
  onChange,
}: {
  seconds: number | null;
  defaultSeconds: number;
  onChange: (seconds: number | null) => void;
}): ReactElement {
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? (seconds === null ? '' : String(Math.round(seconds * 1000) / 1000));
  const end = () => {
    if (text === null) return;
    setText(null);
    const number = text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
    if (number === null || (Number.isFinite(number) && number >= 0 && number <= 1_000_000)) onChange(number);
  };
  return (
    <span className={css['seconds']}>
      <input
        aria-label="Seconds"
        inputMode="decimal"
        value={shown}
        placeholder={String(defaultSeconds)}
        style={{ width: `calc(${Math.max(1, (shown || String(defaultSeconds)).length)}ch + 8px)` }}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={end}
        onKeyDown={(event) => {
          const step = { ArrowUp: 0.5, ArrowDown: -0.5 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setText(null);
            onChange(Math.max(0, (seconds ?? defaultSeconds) + step));
          }
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') setText(null);
          else end();
          event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]')?.focus();
        }}
      />
      s
    </span>
  );
}
