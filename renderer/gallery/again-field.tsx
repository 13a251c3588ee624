import { useState, type ReactElement } from 'react';
import type { EditableInputValue } from '#shared/api/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { limitsOf } from '#renderer/model/number-limits.ts';
import {
  ColorSwatch,
  NumberField,
  ProblemNote,
  Select,
  Slider,
  Switch,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import css from './again.module.css';

const LABEL = 'New value';

/** The kind of field that an input gets: what its node type says; of an unknown one, what its value is. */
export function fieldTypeOf({ type, value }: EditableInputValue, pin: PinType | null): PinType {
  if (pin !== null && pin.base !== 'any') return pin;
  if (typeof value === 'number' || type === 'number') return { base: 'number' };
  if (typeof value === 'boolean' || type === 'boolean') return { base: 'boolean' };
  if ((typeof value === 'object' && value !== null) || type === 'json') return { base: 'json' };
  return { base: 'text' };
}

/** The field of one input by its type, as the node has it; its value as text, whatever its type. */
export function AgainField({
  type,
  text,
  problem,
  onText,
}: {
  type: PinType;
  text: string;
  problem: string | null;
  onText: (text: string) => void;
}): ReactElement {
  const common = { label: LABEL, value: text, error: problem, onValueChange: onText };
  switch (type.base) {
    case 'number':
      return <NumberControl {...{ type, text, problem, onText }} />;
    case 'boolean':
      return (
        <>
          <Switch
            label={LABEL}
            checked={text === 'true'}
            onCheckedChange={(isOn) => onText(isOn ? 'true' : 'false')}
          />
          {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        </>
      );
    case 'choice': {
      const choices = type.choices ?? [];
      const all = choices.includes(text) ? choices : [text, ...choices];
      return (
        <Select
          label={LABEL}
          value={text}
          options={all.map((value) => ({ value, label: value === '' ? 'Choose…' : value }))}
          onValueChange={onText}
        />
      );
    }
    case 'color':
      return (
        <div className={css['color']}>
          <span className={css['swatch']}>
            <ColorSwatch label={LABEL} value={text} onValueChange={onText} />
          </span>
          <TextField {...common} mono />
        </div>
      );
    case 'json':
      return <TextArea {...common} rows={8} mono />;
    default:
      return <Words isArea={type.multiline === true} field={common} />;
  }
}

/** Text, in one line where it is short at first: one that grew under the hands would lose the focus. */
function Words({
  isArea,
  field,
}: {
  isArea: boolean;
  field: { label: string; value: string; error: string | null; onValueChange: (text: string) => void };
}): ReactElement {
  const [isLong] = useState(field.value.includes('\n') || field.value.length > 60);
  return isArea || isLong ? <TextArea {...field} rows={5} /> : <TextField {...field} />;
}

function NumberControl({
  type: { min, max, step },
  text,
  problem,
  onText,
}: {
  type: PinType;
  text: string;
  problem: string | null;
  onText: (text: string) => void;
}): ReactElement {
  const value = text.trim() === '' ? null : Number(text);
  const limits = limitsOf({
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  });
  return (
    <>
      <div className={css['number']}>
        <NumberField
          label={LABEL}
          value={value !== null && Number.isFinite(value) ? value : null}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          {...(step === undefined ? {} : { step })}
          onValueChange={(next) => onText(next === null ? '' : String(next))}
        />
        {min !== undefined && max !== undefined ? (
          <Slider
            className={css['slider']}
            label={`${LABEL}, as a slider`}
            min={min}
            max={max}
            step={step ?? (max - min) / 100}
            value={value ?? min}
            onValueChange={(next) => onText(String(next))}
          />
        ) : null}
      </div>
      {limits === null ? null : <p className={css['hint']}>{limits}</p>}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
    </>
  );
}
