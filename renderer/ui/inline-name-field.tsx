import { useRef, useState, type ReactElement } from 'react';

/**
 * A name edited in place: Enter and leaving the field keep it, Escape gives up. Calls back once, with the trimmed name,
 * or null when nothing is to change, and with the name that was there when editing began: somebody else may have given
 * another one since.
 */
export function InlineNameField({
  label,
  name,
  className,
  onEnd,
}: {
  label: string;
  name: string;
  className?: string;
  onEnd: (name: string | null, seen: string) => void;
}): ReactElement {
  const [seen] = useState(name);
  const [text, setText] = useState(name);
  // Closing the field takes its focus away, which must not count as leaving it.
  const ended = useRef(false);
  const end = (next: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next === null || next.trim() === '' || next.trim() === seen ? null : next.trim(), seen);
  };
  return (
    <input
      ref={focusAndSelect}
      className={className}
      aria-label={label}
      dir="auto"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(text);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}

const focusAndSelect = (input: HTMLInputElement | null): void => {
  input?.focus();
  input?.select();
};
