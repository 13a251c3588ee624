import { Slider as BaseSlider } from '@base-ui/react/slider';
import type { ReactElement } from 'react';
import { locale } from '#renderer/words/index.ts';
import css from './slider.module.css';

export interface SliderProps {
  /** Read aloud. */
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onValueChange: (value: number) => void;
  /** The value in words, where the number alone says too little. */
  valueText?: string | undefined;
  /** Arrow keys stay with it where they mean something to what is around. */
  customKeys?: boolean;
  /** Its width among its neighbors. */
  className?: string | undefined;
}

/** One number between two limits: drag, click or arrow keys. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onValueChange,
  valueText,
  customKeys = false,
  className,
}: SliderProps): ReactElement {
  return (
    <BaseSlider.Root
      className={`${css['slider']} ${className ?? ''}`}
      value={value}
      min={min}
      max={max}
      step={step}
      locale={locale}
      data-own-keys={customKeys || undefined}
      onValueChange={onValueChange}
    >
      <BaseSlider.Control className={css['control']}>
        <BaseSlider.Track className={css['track']}>
          <BaseSlider.Indicator className={css['filled']} />
          <BaseSlider.Thumb className={css['thumb']} aria-label={label} aria-valuetext={valueText} />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  );
}
