import { useId, type ReactElement, type Ref } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { useHeldText } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './in-place-text.module.css';

/**
 * Words that are written where they stand: they look like text until they are pressed, and grow with what is written.
 * @param onChange with every letter; `gesture` is the same until the field is left.
 */
export function InlineTextField({
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
  const isSingleLine = lines === 'one';
  const draft = useHeldText(value, (next) => onChange(next, gesture));
  return (
    <span className={`${css['grow']} ${className ?? ''}`} data-value={`${draft.text || placeholder} `}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        className={css['field']}
        value={draft.text}
        placeholder={placeholder}
        maxLength={20_000}
        aria-describedby={draft.isBehind ? noteId : undefined}
        onFocus={draft.focus}
        onBlur={({ currentTarget }) => draft.blur(currentTarget)}
        onChange={({ target }) =>
          draft.type(isSingleLine ? target.value.replaceAll('\n', ' ') : target.value)
        }
        onKeyDown={(event) => {
          const isFinished =
            pressedKey(event) === 'Escape' || (pressedKey(event) === 'Enter' && isSingleLine);
          if (!isFinished) return;
          event.preventDefault();
          event.stopPropagation();
          const shot = event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]');
          if (shot) shot.focus();
          else event.currentTarget.blur();
        }}
      />
      {draft.isBehind ? (
        <span id={noteId} role="status" className={css['note']}>
          {words.saving.alsoWritten}
        </span>
      ) : null}
    </span>
  );
}
