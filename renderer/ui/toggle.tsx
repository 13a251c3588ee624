import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import css from './field.module.css';

export interface ToggleProps {
  label: string;
  hideLabel?: boolean;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** On or off, at once. */
export function Switch({ label, hideLabel, checked, onCheckedChange, disabled }: ToggleProps): ReactElement {
  const labelId = useId();
  return (
    <label className={css['choiceRow']}>
      <BaseSwitch.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        aria-label={hideLabel ? label : undefined}
        aria-labelledby={hideLabel ? undefined : labelId}
        className={css['switch']}
      >
        <BaseSwitch.Thumb className={css['thumb']} />
      </BaseSwitch.Root>
      {hideLabel ? null : <span id={labelId}>{label}</span>}
    </label>
  );
}

/** Chosen or not, among others. */
export function Checkbox({
  label,
  hideLabel,
  checked,
  indeterminate,
  onCheckedChange,
  disabled,
  tabIndex,
}: ToggleProps & {
  indeterminate?: boolean;
  /** -1 where Tab goes past it: another key does the same. */
  tabIndex?: 0 | -1;
}): ReactElement {
  const labelId = useId();
  return (
    <label className={css['choiceRow']}>
      <BaseCheckbox.Root
        checked={checked}
        indeterminate={indeterminate}
        tabIndex={tabIndex}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next)}
        aria-label={hideLabel ? label : undefined}
        aria-labelledby={hideLabel ? undefined : labelId}
        className={css['checkbox']}
      >
        <BaseCheckbox.Indicator className={css['indicator']}>
          {indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {hideLabel ? null : <span id={labelId}>{label}</span>}
    </label>
  );
}
