import { useState, type ReactElement } from 'react';
import { isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import { FIELD_UNITS, NumberField, Slider, unitOf } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { KindProps } from './field-props.ts';
import { ErrorNote, useFieldError } from './refusal-note.tsx';
import css from './fields.module.css';

/** Steps of a slider that a hand can still tell apart. */
const MAX_SLIDER_STEPS = 2000;

/** The largest of 1, 2 and 5 times a power of ten that is not above a step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step) + 1e-9);
  const factor = [5, 2, 1].find((one) => one * power <= step * (1 + 1e-9)) ?? 1;
  return Number((factor * power).toPrecision(1));
}

/**
 * The range and step of a slider; null where the number has no ends. A range of more steps than a hand can tell apart is narrowed to
 * what lies around a value: as far as it is from zero, and a hundred steps at least. The ends are reached by typing.
 * @param center what was set before the slider is moved.
 */
export function sliderOf(
  { min, max, step }: Pick<PinType, 'min' | 'max' | 'step'>,
  center: number | null,
): { min: number; max: number; step: number } | null {
  if (min === undefined || max === undefined || max <= min) return null;
  const size = step !== undefined && step > 0 ? step : roundStep((max - min) / 100);
  if ((max - min) / size <= MAX_SLIDER_STEPS) return { min, max, step: size };
  const middle = Math.min(max, Math.max(min, center ?? min));
  const reach = Math.min(Math.max(Math.abs(middle), 100 * size), (MAX_SLIDER_STEPS / 2) * size);
  // On the grid of steps that begins at the lower limit.
  const onGrid = (value: number): number => min + Math.round((value - min) / size) * size;
  return {
    min: Math.max(min, onGrid(middle - reach)),
    max: Math.min(max, onGrid(middle + reach)),
    step: size,
  };
}

/** Whether a slider cannot reach a number that is within the limits of the input. */
const isBeyond = (
  value: number,
  slider: { min: number; max: number },
  { min, max }: Pick<PinType, 'min' | 'max'>,
): boolean =>
  (value < slider.min && slider.min > (min ?? slider.min)) ||
  (value > slider.max && slider.max < (max ?? slider.max));

/** A number with its limits, its unit, and a slider where it has two ends. */
export function NumberInput({
  label,
  type,
  value,
  hint,
  placeholder,
  hideLabel,
  size,
  onValueChange,
  onProblem,
}: KindProps): ReactElement {
  const current = value?.type === 'number' ? value.value : null;
  // The ends stay while and after it is dragged, however late the value comes back; only a number beyond them moves them.
  const [center, setCenter] = useState(current);
  const slider = size === 'small' ? null : sliderOf(type, center);
  if (slider !== null && current !== null && current !== center && isBeyond(current, slider, type)) {
    setCenter(current);
  }
  const unit = unitOf(label);
  const { min, max, step } = type;
  const note = useFieldError(onProblem);
  const set = (next: number | null): void =>
    onValueChange(next === null ? null : { type: 'number', value: next });
  return (
    <div className={css['field']}>
      <div className={css['number']}>
        <NumberField
          label={label}
          hideLabel={hideLabel}
          size={size}
          value={current}
          min={min}
          max={max}
          step={step}
          integer={isIntegerType(type)}
          unit={unit === null ? undefined : FIELD_UNITS[unit].sign}
          placeholder={placeholder}
          onValueChange={set}
          errorId={note.id}
          onError={note.report}
        />
        {slider === null ? null : (
          <Slider
            {...slider}
            className={css['slider']}
            label={words.fields.asSlider(label)}
            value={current ?? slider.min}
            onValueChange={set}
          />
        )}
      </div>
      <ErrorNote id={note.id} error={note.error} hint={hint} />
    </div>
  );
}
