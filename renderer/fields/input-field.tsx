import type { ReactElement } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import { Select, Switch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ColorInput } from './color-input.tsx';
import { fieldKindOf, hintOf } from './declared-input.ts';
import type { InputFieldProps, KindProps } from './field-props.ts';
import { FileInput } from './file-input.tsx';
import { JsonInput } from './json-input.tsx';
import { NumberInput } from './number-input.tsx';
import { TextInput } from './text-input.tsx';
import css from './fields.module.css';

/** The field of one input, as it is declared. The same element stays while its value changes. */
export function InputField({
  input: { label, type },
  hint,
  error,
  ...remaining
}: InputFieldProps): ReactElement {
  const note = error ? (
    <span role="alert" className={css['problem']}>
      {error}
    </span>
  ) : hint === undefined ? (
    hintOf(type)
  ) : (
    hint
  );
  const field: KindProps = { ...remaining, label, type, hint: note };
  const kind = fieldKindOf(type);
  switch (kind) {
    case 'text':
      return <TextInput {...field} />;
    case 'number':
      return <NumberInput {...field} />;
    case 'boolean':
      return <SwitchInput {...field} />;
    case 'choice':
      return <ChoiceInput {...field} />;
    case 'color':
      return <ColorInput {...field} />;
    case 'json':
      return <JsonInput {...field} />;
    case 'file':
      return <FileInput {...field} />;
    default:
      return assertNever(kind);
  }
}

function SwitchInput({ label, value, hint, onValueChange }: KindProps): ReactElement {
  return (
    <div className={css['field']}>
      <Switch
        label={label}
        checked={value?.type === 'boolean' && value.value}
        onCheckedChange={(checked) => onValueChange({ type: 'boolean', value: checked })}
      />
      {hint ? <span className={css['hint']}>{hint}</span> : null}
    </div>
  );
}

function ChoiceInput({
  label,
  type: { choices = [] },
  value,
  hint,
  placeholder,
  hideLabel,
  size,
  onValueChange,
}: KindProps): ReactElement {
  const current = value?.type === 'string' ? value.value : '';
  // What is held and is no choice any more stands there until another one is chosen.
  const all = current === '' || choices.includes(current) ? choices : [current, ...choices];
  const none = placeholder ?? words.fields.choose;
  return (
    <div className={css['field']}>
      <Select
        label={label}
        hideLabel={hideLabel}
        size={size}
        value={current}
        options={[
          ...(current === '' || placeholder !== undefined ? [{ value: '', label: none }] : []),
          ...all.map((choice) => ({ value: choice, label: words.nodeTypes.choice(choices, choice) })),
        ]}
        onValueChange={(next) => onValueChange(next === '' ? null : { type: 'string', value: next })}
      />
      {hint ? <span className={css['hint']}>{hint}</span> : null}
    </div>
  );
}
