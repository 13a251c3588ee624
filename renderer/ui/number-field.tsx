import { NumberField as Base } from '@base-ui/react/number-field';
import { useId, type ReactElement } from 'react';
import css from './field.module.css';

export interface NumberFieldProps {
  label: string;
  hideLabel?: boolean;
  value: number | null;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  size?: 'small' | 'medium';
  /** While dragging or typing. */
  onValueChange?: (value: number | null) => void;
  /** When the gesture ends: blur, key step, release of a drag. */
  onValueCommitted?: (value: number | null) => void;
  format?: Intl.NumberFormatOptions;
}

/** A number: typed, stepped by arrows (Shift ten times, Alt a tenth), or dragged by its label. */
export function NumberField({
  label,
  hideLabel,
  value,
  min,
  max,
  step,
  disabled,
  size = 'medium',
  onValueChange,
  onValueCommitted,
  format,
}: NumberFieldProps): ReactElement {
  const id = useId();
  return (
    <Base.Root
      id={id}
      value={value}
      min={min}
      max={max}
      step={step ?? 1}
      disabled={disabled}
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
          aria-label={hideLabel ? label : undefined}
          className={`${css['control']} ${size === 'small' ? css['small'] : ''}`}
        />
      </Base.Group>
    </Base.Root>
  );
}
