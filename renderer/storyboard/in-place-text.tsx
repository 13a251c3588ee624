import { useId, type ReactElement, type Ref } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
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
  return (
    <span className={`${css['grow']} ${className ?? ''}`} data-value={`${value || placeholder} `}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        className={css['field']}
        value={value}
        placeholder={placeholder}
        maxLength={20_000}
        onChange={({ target }) =>
          onChange(lines === 'one' ? target.value.replaceAll('\n', ' ') : target.value, gesture)
        }
        onKeyDown={(event) => {
          const isDone = pressedKey(event) === 'Escape' || (pressedKey(event) === 'Enter' && lines === 'one');
          if (!isDone) return;
          event.preventDefault();
          event.stopPropagation();
          const shot = event.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-shot]');
          if (shot) shot.focus();
          else event.currentTarget.blur();
        }}
      />
    </span>
  );
}
