import { Field } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactElement, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import css from './field.module.css';

interface FieldFrame {
  label: string;
  /** The label is still read aloud. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** A sentence that says what to do; marks the field invalid. */
  error?: string | null;
}

/** Label, control, hint and error, tied together for screen readers. */
function FieldFrame({
  label,
  hideLabel,
  hint,
  error,
  children,
}: FieldFrame & { children: ReactNode }): ReactElement {
  return (
    <Field.Root invalid={Boolean(error)} className={css['field']}>
      {hideLabel ? null : <Field.Label className={css['label']}>{label}</Field.Label>}
      {children}
      {error ? (
        <Field.Error match className={css['error']}>
          {error}
        </Field.Error>
      ) : hint ? (
        <Field.Description className={css['hint']}>{hint}</Field.Description>
      ) : null}
    </Field.Root>
  );
}

export interface TextFieldProps
  extends
    FieldFrame,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      | 'type'
      | 'placeholder'
      | 'autoComplete'
      | 'autoFocus'
      | 'disabled'
      | 'readOnly'
      | 'required'
      | 'maxLength'
      | 'name'
      | 'spellCheck'
      | 'onBlur'
      | 'onFocus'
      | 'onKeyDown'
      | 'id'
    > {
  value: string;
  onValueChange: (value: string) => void;
  size?: 'small' | 'medium';
  mono?: boolean;
  /** Inside the field, at its start. */
  icon?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  value,
  onValueChange,
  size = 'medium',
  mono,
  icon,
  ...rest
}: TextFieldProps): ReactElement {
  const control = (
    <Field.Control
      {...rest}
      value={value}
      onValueChange={onValueChange}
      aria-label={hideLabel ? label : undefined}
      dir="auto"
      className={`${css['control']} ${size === 'small' ? css['small'] : ''} ${mono ? css['mono'] : ''}`}
    />
  );
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {icon ? (
        <div className={css['withIcon']}>
          {icon}
          {control}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

export interface TextAreaProps
  extends
    FieldFrame,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      | 'placeholder'
      | 'autoFocus'
      | 'disabled'
      | 'readOnly'
      | 'rows'
      | 'maxLength'
      | 'onBlur'
      | 'onKeyDown'
      | 'spellCheck'
    > {
  value: string;
  onValueChange: (value: string) => void;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onValueChange,
  mono,
  ...rest
}: TextAreaProps): ReactElement {
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <Field.Control
        render={
          <textarea
            {...rest}
            dir="auto"
            aria-label={hideLabel ? label : undefined}
            className={`${css['control']} ${css['area']} ${mono ? css['mono'] : ''}`}
          />
        }
        value={value}
        onValueChange={onValueChange}
      />
    </FieldFrame>
  );
}
