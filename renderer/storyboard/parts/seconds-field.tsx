import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { FieldError, validateNumberText } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './shot-card.module.css';

const t = words.storyboard.secondsField;

const MAX_SECONDS = 1_000_000;

interface SecondsFieldProps {
  seconds: number | null;
  defaultSeconds: number;
  onChange: (seconds: number | null) => void;
}

/**
 * The length of a shot, written where it stands, also as a sum with units; empty for the length that the storyboard's
 * settings give. What is no length stays as typed, with the reason beside it, and changes nothing.
 */
export function SecondsField(props: SecondsFieldProps): ReactElement {
  const { seconds, defaultSeconds } = props;
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const draft = useTypedSeconds(props);
  const displayed = draft.text ?? (seconds === null ? '' : String(Math.round(seconds * 1000) / 1000));
  return (
    <span className={css['seconds']}>
      <input
        ref={input}
        aria-label={t.seconds}
        aria-invalid={draft.error !== null || undefined}
        aria-describedby={draft.error === null ? undefined : errorId}
        inputMode="decimal"
        value={displayed}
        placeholder={String(defaultSeconds)}
        style={{ width: `calc(${Math.max(1, (displayed || String(defaultSeconds)).length)}ch + 8px)` }}
        onChange={({ target }) => draft.type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={draft.take}
        onKeyDown={draft.onKeyDown}
      />
      s
      {draft.error === null || draft.isDismissed ? null : (
        <FieldError anchor={input} id={errorId} reason={draft.error} onDismiss={draft.dismiss} />
      )}
    </span>
  );
}

/** What is typed, until it is taken or given up. */
function useTypedSeconds({ seconds, defaultSeconds, onChange }: SecondsFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** The refusal was read and put away. */
  const [isDismissed, setDismissed] = useState(false);
  const validate = (typed: string, isFinal: boolean) =>
    validateNumberText(
      typed,
      { unit: 's', current: seconds ?? defaultSeconds, min: 0, max: MAX_SECONDS },
      isFinal,
    );
  const discard = (): void => {
    setText(null);
    setError(null);
  };
  /** @returns whether what was typed could be taken. */
  const commit = (): boolean => {
    if (text === null) return true;
    const validation = validate(text, true);
    setError(validation.rejection);
    if (validation.rejection !== null) return false;
    discard();
    onChange(validation.value);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 0.5, ArrowDown: -0.5 }[pressedKey(event)];
    if (step !== undefined) {
      event.preventDefault();
      discard();
      onChange(Math.max(0, (seconds ?? defaultSeconds) + step));
    }
    if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (pressedKey(event) === 'Escape') discard();
    else if (!commit()) return;
    event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]')?.focus();
  };
  const type = (typed: string): void => {
    setText(typed);
    setDismissed(false);
    setError(validate(typed, false).rejection);
  };
  return {
    text,
    error,
    isDismissed,
    dismiss: () => setDismissed(true),
    take: commit,
    type,
    onKeyDown,
  };
}
