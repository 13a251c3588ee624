import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, type ReactElement, type ReactNode } from 'react';
import css from './choice.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
}

/** One of a few, each with a line that says what it means. */
export function ChoiceList<Value extends string>({
  label,
  hideLabel,
  value,
  choices,
  onValueChange,
}: {
  label: string;
  hideLabel?: boolean;
  /** Null: none is chosen yet. */
  value: Value | null;
  choices: readonly Choice<Value>[];
  onValueChange: (value: Value) => void;
}): ReactElement {
  const id = useId();
  return (
    <div>
      {hideLabel ? null : (
        <span id={id} className={css['title']}>
          {label}
        </span>
      )}
      <RadioGroup<Value | null>
        aria-label={hideLabel ? label : undefined}
        aria-labelledby={hideLabel ? undefined : id}
        className={css['list']}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={css['choice']}
            data-disabled={choice.disabled ? '' : undefined}
          >
            <Radio.Root value={choice.value} disabled={choice.disabled} className={css['radio']}>
              <Radio.Indicator className={css['dot']} />
            </Radio.Root>
            <span className={css['text']}>
              <span className={css['label']}>{choice.label}</span>
              {choice.hint ? <span className={css['hint']}>{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
