import type { ReactElement } from 'react';
import { takesWholeNumbers, type PinType } from '#shared/graph/pin-type.ts';
import { FIELD_UNITS, NumberField, Slider, unitOf } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { KindProps } from './field-props.ts';
import { RefusalNote, useRefusal } from './refusal-note.tsx';
import css from './fields.module.css';

/** Steps of a slider that a hand can still tell apart. */
const MAX_SLIDER_STEPS = 2000;

/** The range and step of a slider; null where it has no ends, or so many steps that it is of no use. */
function sliderOf({ min, max, step }: PinType): { min: number; max: number; step: number } | null {
  if (min === undefined || max === undefined || max <= min) return null;
  const size = step !== undefined && step > 0 ? step : (max - min) / 100;
  return (max - min) / size > MAX_SLIDER_STEPS ? null : { min, max, step: size };
}

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
  const held = value?.type === 'number' ? value.value : null;
  const slider = size === 'small' ? null : sliderOf(type);
  const unit = unitOf(label);
  const { min, max, step } = type;
  const note = useRefusal(onProblem);
  const set = (next: number | null): void =>
    onValueChange(next === null ? null : { type: 'number', value: next });
  return (
    <div className={css['field']}>
      <div className={css['number']}>
        <NumberField
          label={label}
          hideLabel={hideLabel}
          size={size}
          value={held}
          min={min}
          max={max}
          step={step}
          whole={takesWholeNumbers(type)}
          unit={unit === null ? undefined : FIELD_UNITS[unit].sign}
          placeholder={placeholder}
          onValueChange={set}
          refusalId={note.id}
          onRefusal={note.report}
        />
        {slider === null ? null : (
          <Slider
            {...slider}
            className={css['slider']}
            label={words.fields.asSlider(label)}
            value={held ?? slider.min}
            onValueChange={set}
          />
        )}
      </div>
      <RefusalNote id={note.id} refusal={note.refusal} hint={hint} />
    </div>
  );
}
