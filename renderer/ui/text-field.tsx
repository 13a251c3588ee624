import { Field } from '@base-ui/react/field';
import {
  type FocusEvent,
  type FocusEventHandler,
  useState,
  type CSSProperties,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import { number, words } from '#renderer/words/index.ts';
import { useBufferedText } from './use-held-text.ts';
import { fitText } from './fit-text.ts';
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
          {typeof error === 'string' ? words.sentences.translate(error) : error}
        </Field.Error>
      ) : hint ? (
        <Field.Description className={css['hint']}>{hint}</Field.Description>
      ) : null}
    </Field.Root>
  );
}

interface EditHandlers<Element> {
  value: string;
  maxLength?: number | undefined;
  onValueChange: (value: string) => void;
  onFocus?: FocusEventHandler<Element> | undefined;
  onBlur?: FocusEventHandler<Element> | undefined;
}

/**
 * Text up to a length: what is longer is cut, as when it was pasted, and `note` says so until something else is typed. While the
 * field has the focus nothing that comes from elsewhere replaces what is written in it.
 */
function useEditHandlers<Element extends EventTarget>(options: EditHandlers<Element>) {
  const { value, maxLength: max, onValueChange, onFocus, onBlur } = options;
  const [isCut, setCut] = useState(false);
  const buffered = useBufferedText(value, onValueChange);
  const handleInput = (text: string): void => {
    const fitted = max === undefined ? text : fitText(text, max);
    setCut(fitted !== text);
    buffered.type(fitted);
  };
  const behind = buffered.isBehind ? <span role="status">{words.saving.alsoWritten}</span> : null;
  const note =
    isCut && max !== undefined ? <span role="alert">{words.notices.tooLong(number(max))}</span> : behind;
  const field = {
    value: buffered.text,
    onValueChange: handleInput,
    onFocus: (event: FocusEvent<Element>) => {
      buffered.focus();
      onFocus?.(event);
    },
    onBlur: (event: FocusEvent<Element>) => {
      buffered.blur(event.currentTarget);
      onBlur?.(event);
    },
  };
  return { note, field };
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
  maxLength,
  onFocus,
  onBlur,
  ...remaining
}: TextFieldProps): ReactElement {
  const { note, field } = useEditHandlers({ value, maxLength, onValueChange, onFocus, onBlur });
  const control = (
    <Field.Control
      {...remaining}
      {...field}
      aria-label={hideLabel ? label : undefined}
      dir="auto"
      className={`${css['control']} ${size === 'small' ? css['small'] : ''} ${mono ? css['mono'] : ''}`}
    />
  );
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={note ?? hint} error={error}>
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
  /** Grows with its text, from so many lines on; one line looks like a field of one line. */
  grows?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Pixels of padding and border of a text area. */
const ABOVE_AND_BELOW = 12;

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onValueChange,
  mono,
  grows,
  maxLength,
  rows,
  onBlur,
  ...remaining
}: TextAreaProps): ReactElement {
  const { note, field } = useEditHandlers({ value, maxLength, onValueChange, onBlur });
  const { onFocus, onBlur: onLeave, ...text } = field;
  const lines: CSSProperties | undefined = grows
    ? { minHeight: `calc(${rows ?? 1}lh + ${ABOVE_AND_BELOW}px)` }
    : undefined;
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={note ?? hint} error={error}>
      <Field.Control
        render={
          <textarea
            {...remaining}
            rows={rows}
            style={lines}
            onFocus={onFocus}
            onBlur={onLeave}
            dir="auto"
            aria-label={hideLabel ? label : undefined}
            className={`${css['control']} ${css['area']} ${grows ? css['grows'] : ''} ${mono ? css['mono'] : ''}`}
          />
        }
        {...text}
      />
    </FieldFrame>
  );
}
