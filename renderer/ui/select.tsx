import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import css from './field.module.css';
import popup from './popup.module.css';

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

export interface SelectProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  value: Value;
  options: readonly SelectOption<Value>[];
  onValueChange: (value: Value) => void;
  size?: 'small' | 'medium';
  disabled?: boolean;
  /** The list is as wide as the field and never wider. */
  fitsField?: boolean;
}

/** A choice of a few. */
export function Select<Value extends string>({
  label,
  hideLabel,
  value,
  options,
  onValueChange,
  size = 'medium',
  disabled,
  fitsField = false,
}: SelectProps<Value>): ReactElement {
  const labelId = useId();
  return (
    <div className={css['field']}>
      {hideLabel ? null : (
        <span id={labelId} className={css['label']}>
          {label}
        </span>
      )}
      <Base.Root
        items={options}
        value={value}
        disabled={disabled}
        modal={false}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
      >
        <Base.Trigger
          aria-label={hideLabel ? label : undefined}
          aria-labelledby={hideLabel ? undefined : labelId}
          className={`${css['control']} ${css['select']} ${size === 'small' ? css['small'] : ''}`}
        >
          <Base.Value className={css['selectValue']} />
          <Base.Icon className={css['selectIcon']}>
            <ChevronDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            className={popup['positioner']}
            sideOffset={4}
            align="start"
            alignItemWithTrigger={false}
          >
            <Base.Popup className={`${popup['popup']} ${fitsField ? popup['asField'] : popup['ofField']}`}>
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={popup['item']}>
                    <span className={popup['check']}>
                      <Base.ItemIndicator>
                        <Check aria-hidden />
                      </Base.ItemIndicator>
                    </span>
                    <Base.ItemText className={popup['itemText']}>{option.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
