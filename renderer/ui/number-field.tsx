import { NumberField as Base } from '@base-ui/react/number-field';
import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { locale } from '#renderer/words/index.ts';
import { FieldError } from './field-refusal.tsx';
import { validateNumberText } from './number-text.ts';
import { unitOf } from './number-units.ts';
import css from './field.module.css';

export interface NumberFieldProps {
  label: string;
  hideLabel?: boolean;
  value: number | null;
  min?: number;
  max?: number;
  step?: number;
  /** Whole numbers alone: a fraction is refused, never rounded. */
  integer?: boolean;
  /** Behind the number, as `px`. */
  unit?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean;
  size?: 'small' | 'medium';
  /** Where the reason stands why a text cannot be taken: below the field, else beside the panel at the side that it is in. */
  errorSide?: 'below' | 'panel';
  /** The reason is shown by the form around it, under this id. */
  errorId?: string | undefined;
  /** While dragging or typing. */
  onValueChange?: (value: number | null) => void;
  /** When the gesture ends: blur, key step, release of a drag. */
  onValueCommitted?: (value: number | null) => void;
  /** Why what is typed now cannot be taken, null once it can: a form does not go off with the number from before. */
  onError?: (error: string | null) => void;
  format?: Intl.NumberFormatOptions;
}

/** The component's own handlers take plain numbers only. */
type BaseUiEvent = { preventBaseUIHandler: () => void };

/**
 * A number: typed, also as a sum with units (`1920/2`, `2s`), stepped by arrows (Shift ten times, Alt a tenth), or dragged
 * by its label. What cannot be taken stays as typed, with the reason below, or beside the panel at the side that it stands in.
 */
export function NumberField({
  label,
  hideLabel,
  value,
  min,
  max,
  step,
  integer,
  unit,
  placeholder,
  disabled,
  size = 'medium',
  errorSide = 'below',
  errorId,
  onValueChange,
  onValueCommitted,
  onError,
  format,
}: NumberFieldProps): ReactElement {
  const id = useId();
  const reasonId = errorId ?? `${id}-refusal`;
  const input = useRef<HTMLInputElement>(null);
  const draft = useTypedNumber({ label, value, min, max, integer, onValueChange, onValueCommitted, onError });
  return (
    <Base.Root
      id={id}
      value={value}
      min={min}
      max={max}
      step={step ?? 1}
      disabled={disabled}
      locale={locale}
      format={format ?? { maximumFractionDigits: 6, useGrouping: false }}
      onValueChange={(next) => onValueChange?.(next)}
      onValueCommitted={(next) => onValueCommitted?.(next)}
      className={css['field']}
    >
      {hideLabel ? null : (
        <Base.ScrubArea className={css['scrub']}>
          <label htmlFor={id} className={`${css['label']} ${css['scrub']}`}>
            {label}
          </label>
        </Base.ScrubArea>
      )}
      <Base.Group className={css['number']}>
        <Base.Input
          ref={input}
          aria-label={hideLabel ? label : undefined}
          placeholder={placeholder}
          aria-invalid={draft.error !== null || undefined}
          aria-describedby={draft.error === null ? undefined : reasonId}
          className={`${css['control']} ${size === 'small' ? css['small'] : ''}`}
          {...draft.input}
        />
        {unit === undefined ? null : (
          <span aria-hidden className={css['unit']}>
            {unit}
          </span>
        )}
      </Base.Group>
      {draft.error === null || errorId !== undefined ? null : errorSide === 'below' ? (
        <div id={reasonId} role="alert" className={css['error']}>
          {draft.error}
        </div>
      ) : draft.isDismissed ? null : (
        <FieldError
          anchor={input}
          id={reasonId}
          reason={draft.error}
          side="panel"
          onDismiss={draft.dismiss}
        />
      )}
    </Base.Root>
  );
}

/** What is typed, until it is taken or given up. */
function useTypedNumber({
  label,
  value,
  min,
  max,
  integer = false,
  onValueChange,
  onValueCommitted,
  onError,
}: Pick<
  NumberFieldProps,
  'label' | 'value' | 'min' | 'max' | 'integer' | 'onValueChange' | 'onValueCommitted' | 'onError'
>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, showError] = useState<string | null>(null);
  const setError = (next: string | null): void => {
    showError(next);
    if (next !== error) onError?.(next);
  };
  /** The refusal was read and put away. */
  const [isDismissed, setDismissed] = useState(false);
  // What percent are taken of: each key stroke sets a number, so the one before the typing.
  const [before, setBefore] = useState(value);
  if (typed === null && !Object.is(before, value)) setBefore(value);
  const validate = (text: string, isFinal: boolean) =>
    validateNumberText(text, { unit: unitOf(label), current: before, min, max, integer }, isFinal);
  const cancel = (): void => {
    setTyped(null);
    setError(null);
  };
  /** The field is left, or Enter is pressed. */
  const commit = (): void => {
    if (typed === null) return;
    const validated = validate(typed, true);
    setError(validated.rejection);
    if (validated.rejection !== null) return;
    setTyped(null);
    onValueCommitted?.(validated.value);
  };
  const input = {
    ...(typed === null ? {} : { value: typed }),
    onChange: (event: ChangeEvent<HTMLInputElement> & BaseUiEvent) => {
      event.preventBaseUIHandler();
      const text = event.currentTarget.value;
      const validated = validate(text, false);
      setTyped(text);
      setDismissed(false);
      setError(validated.rejection);
      if (validated.value !== null || text.trim() === '') onValueChange?.(validated.value);
      // Not what its first digits came to: `1,024` is no 1.02.
      else if (validated.rejection !== null && !Object.is(before, value)) onValueChange?.(before);
    },
    onKeyDown: (event: KeyboardEvent & BaseUiEvent) => {
      if (pressedKey(event) === 'ArrowUp' || pressedKey(event) === 'ArrowDown') cancel();
      else if (pressedKey(event) === 'Enter') commit();
      else if (pressedKey(event) === 'Escape' && typed !== null) {
        event.preventBaseUIHandler();
        event.stopPropagation();
        cancel();
        if (!Object.is(before, value)) onValueChange?.(before);
      } else if (pressedKey(event).length === 1) {
        // Units and signs of a sum.
        event.preventBaseUIHandler();
      }
    },
    onBlur: (event: BaseUiEvent) => {
      if (typed !== null) event.preventBaseUIHandler();
      commit();
    },
  };
  return { error, isDismissed, dismiss: () => setDismissed(true), input };
}
