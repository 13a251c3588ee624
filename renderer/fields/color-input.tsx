import type { ReactElement } from 'react';
import { ColorField } from '#renderer/ui/index.ts';
import type { KindProps } from './field-props.ts';
import { ErrorNote, useFieldError } from './refusal-note.tsx';
import css from './fields.module.css';

/** A color: its swatch opens the picker, and it can be written. */
export function ColorInput({
  label,
  value,
  hint,
  placeholder,
  hideLabel,
  size,
  palette,
  onValueChange,
  onProblem,
}: KindProps): ReactElement {
  const note = useFieldError(onProblem);
  return (
    <div className={css['field']}>
      {hideLabel ? null : (
        <span aria-hidden className={css['label']}>
          {label}
        </span>
      )}
      <div className={css['color']} data-size={size}>
        <ColorField
          label={label}
          textLabel={label}
          value={value?.type === 'string' ? value.value : ''}
          placeholder={placeholder}
          palette={palette}
          inputClassName={`${css['control']} ${css['mono']} ${size === 'small' ? css['small'] : ''}`}
          onValueChange={(text) => onValueChange(text === '' ? null : { type: 'string', value: text })}
          errorId={note.id}
          onError={note.report}
        />
      </div>
      <ErrorNote id={note.id} error={note.error} hint={hint} />
    </div>
  );
}
