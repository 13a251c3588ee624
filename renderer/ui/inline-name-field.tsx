import { useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { FieldError } from './field-refusal.tsx';
import { fitText } from './fit-text.ts';
import { isInOtherWindow } from './other-window.ts';

const MAX_LENGTH = 200;

/**
 * A name edited in place: Enter and leaving the field keep it, Escape gives up. Calls back once, with the trimmed name,
 * or null when nothing is to change, and with the name that was there when editing began: somebody else may have given
 * another one since. What is too long is cut, which is said beside the field. @param onCancel is called in its place by Escape.
 */
export function InlineNameField({
  label,
  name,
  className,
  onEnd,
  onCancel,
}: {
  label: string;
  name: string;
  className?: string;
  onEnd: (name: string | null, initialName: string) => void;
  onCancel?: (() => void) | undefined;
}): ReactElement {
  const [initialName] = useState(name);
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  // Closing the field takes its focus away, which must not count as leaving it.
  const isFinished = useRef(false);
  const end = (next: string | null) => {
    if (isFinished.current) return;
    isFinished.current = true;
    onEnd(
      next === null || next.trim() === '' || next.trim() === initialName ? null : next.trim(),
      initialName,
    );
  };
  const cancel = () => {
    if (!onCancel) return end(null);
    if (isFinished.current) return;
    isFinished.current = true;
    onCancel();
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
        onBlur={(event) => !isInOtherWindow(event) && end(text)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (pressedKey(event) === 'Enter') end(text);
          if (pressedKey(event) === 'Escape') cancel();
        }}
      />
      {isCut ? (
        <FieldError
          anchor={field}
          id={noteId}
          reason={words.notices.tooLong(number(MAX_LENGTH))}
          onDismiss={() => setCut(false)}
        />
      ) : null}
    </>
  );
}
