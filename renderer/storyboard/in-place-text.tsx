import { useId, type ReactElement, type Ref } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { useHeldText } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './in-place-text.module.css';

/**
 * Words that are written where they stand: they look like text until they are pressed, and grow with what is written.
 * @param onChange with every letter; `gesture` is the same until the field is left.
 */
export function InPlaceText({
  label,
  value,
  placeholder,
  className,
  lines = 'many',
  field,
  onChange,
}: {
  label: string;
  value: string;
  placeholder: string;
  className?: string;
  lines?: 'one' | 'many';
  field?: Ref<HTMLTextAreaElement>;
  onChange: (value: string, gesture: string) => void;
}): ReactElement {
  const gesture = useId();
  const noteId = useId();
  const isOneLine = lines === 'one';
  const held = useHeldText(value, (next) => onChange(next, gesture));
  return (
    <span className={`${css['grow']} ${className ?? ''}`} data-value={`${held.text || placeholder} `}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        className={css['field']}
        value={held.text}
        placeholder={placeholder}
        maxLength={20_000}
        aria-describedby={held.isBehind ? noteId : undefined}
        onFocus={held.focus}
        onBlur={({ currentTarget }) => held.blur(currentTarget)}
        onChange={({ target }) => held.type(isOneLine ? target.value.replaceAll('\n', ' ') : target.value)}
        onKeyDown={(event) => {
          const isDone = pressedKey(event) === 'Escape' || (pressedKey(event) === 'Enter' && isOneLine);
          if (!isDone) return;
          event.preventDefault();
          event.stopPropagation();
          const shot = event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]');
          if (shot) shot.focus();
          else event.currentTarget.blur();
        }}
      />
      {held.isBehind ? (
        <span id={noteId} role="status" className={css['note']}>
          {words.saving.alsoWritten}
        </span>
      ) : null}
    </span>
  );
}
