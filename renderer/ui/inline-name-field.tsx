import { useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { FieldRefusal } from './field-refusal.tsx';
import { fitText } from './fit-text.ts';

const MAX_LENGTH = 200;

/**
 * A name edited in place: Enter and leaving the field keep it, Escape gives up. Calls back once, with the trimmed name,
 * or null when nothing is to change, and with the name that was there when editing began: somebody else may have given
 * another one since. What is too long is cut, which is said beside the field. @param onGiveUp is called in its place by Escape.
 */
export function InlineNameField({
  label,
  name,
  className,
  onEnd,
  onGiveUp,
}: {
  label: string;
  name: string;
  className?: string;
  onEnd: (name: string | null, seen: string) => void;
  onGiveUp?: (() => void) | undefined;
}): ReactElement {
  const [seen] = useState(name);
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  // Closing the field takes its focus away, which must not count as leaving it.
  const ended = useRef(false);
  const end = (next: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next === null || next.trim() === '' || next.trim() === seen ? null : next.trim(), seen);
  };
  const giveUp = () => {
    if (!onGiveUp) return end(null);
    if (ended.current) return;
    ended.current = true;
    onGiveUp();
  };
  return (
    <>
      <input
        ref={field}
        className={className}
        aria-label={label}
        aria-describedby={isCut ? noteId : undefined}
        dir="auto"
        value={text}
        onChange={({ target }) => {
          const fitted = fitText(target.value, MAX_LENGTH);
          setCut(fitted !== target.value);
          setText(fitted);
        }}
        onBlur={() => end(text)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (pressedKey(event) === 'Enter') end(text);
          if (pressedKey(event) === 'Escape') giveUp();
        }}
      />
      {isCut ? (
        <FieldRefusal
          anchor={field}
          id={noteId}
          reason={words.notices.tooLong(number(MAX_LENGTH))}
          onHush={() => setCut(false)}
        />
      ) : null}
    </>
  );
}
