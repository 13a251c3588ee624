import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { FieldRefusal, judgeNumberText } from '#renderer/ui/index.ts';
import css from './shot-card.module.css';

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
  const refusalId = useId();
  const draft = useTypedSeconds(props);
  const shown = draft.text ?? (seconds === null ? '' : String(Math.round(seconds * 1000) / 1000));
  return (
    <span className={css['seconds']}>
      <input
        ref={input}
        aria-label="Seconds"
        aria-invalid={draft.refusal !== null || undefined}
        aria-describedby={draft.refusal === null ? undefined : refusalId}
        inputMode="decimal"
        value={shown}
        placeholder={String(defaultSeconds)}
        style={{ width: `calc(${Math.max(1, (shown || String(defaultSeconds)).length)}ch + 8px)` }}
        onChange={({ target }) => draft.type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={draft.take}
        onKeyDown={draft.onKeyDown}
      />
      s
      {draft.refusal === null || draft.isHushed ? null : (
        <FieldRefusal anchor={input} id={refusalId} reason={draft.refusal} onHush={draft.hush} />
      )}
    </span>
  );
}

/** What is typed, until it is taken or given up. */
function useTypedSeconds({ seconds, defaultSeconds, onChange }: SecondsFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The refusal was read and put away. */
  const [isHushed, setHushed] = useState(false);
  const judge = (typed: string, isDone: boolean) =>
    judgeNumberText(
      typed,
      { unit: 's', current: seconds ?? defaultSeconds, min: 0, max: MAX_SECONDS },
      isDone,
    );
  const giveUp = (): void => {
    setText(null);
    setRefusal(null);
  };
  /** @returns whether what was typed could be taken. */
  const take = (): boolean => {
    if (text === null) return true;
    const judged = judge(text, true);
    setRefusal(judged.refusal);
    if (judged.refusal !== null) return false;
    giveUp();
    onChange(judged.value);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 0.5, ArrowDown: -0.5 }[pressedKey(event)];
    if (step !== undefined) {
      event.preventDefault();
      giveUp();
      onChange(Math.max(0, (seconds ?? defaultSeconds) + step));
    }
    if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (pressedKey(event) === 'Escape') giveUp();
    else if (!take()) return;
    event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]')?.focus();
  };
  const type = (typed: string): void => {
    setText(typed);
    setHushed(false);
    setRefusal(judge(typed, false).refusal);
  };
  return { text, refusal, isHushed, hush: () => setHushed(true), take, type, onKeyDown };
}
