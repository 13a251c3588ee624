import { useState } from 'react';
import type { EditableInputValue, RunInputValue } from '#shared/api/index.ts';
import type { OutputInput } from '#shared/desk/index.ts';
import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { fieldValueOf, runValueOf, type FieldValue } from '#renderer/fields/index.ts';

/** The one input that is changed when something runs again, and what its field holds. */

export const inputKey = ({ nodeId, name }: OutputInput): string => JSON.stringify([nodeId, name]);

/** The declared type of an input; of one that its node type does not tell, that of the value it had. */
export function typeOfInput(
  { type, value }: EditableInputValue,
  pinType: string | null | undefined,
): PinType {
  const pin = parsePinType(pinType);
  if (pin.base !== 'any') return pin;
  if (typeof value === 'number' || type === 'number') return { base: 'number' };
  if (typeof value === 'boolean' || type === 'boolean') return { base: 'boolean' };
  if ((typeof value === 'object' && value !== null) || type === 'json') return { base: 'json' };
  return { base: 'text', multiline: true };
}

export interface RerunChange {
  /** Inputs that can be changed. */
  changeable: readonly OutputInput[];
  /** Null: it runs as it was. */
  input: OutputInput | null;
  select: (key: string | null) => void;
  /** What the field holds, by the type of the input. */
  valueIn: (type: PinType) => FieldValue;
  edit: (value: FieldValue) => void;
  /** The value to run with; null where nothing is set, or nothing differs from what it had. */
  changedValue: (type: PinType) => RunInputValue | null;
}

/** @param first the input in focus until another one is chosen; null: none is changed. */
export function useRerunChange(inputs: readonly OutputInput[], first: OutputInput | null): RerunChange {
  const changeable = inputs.filter(({ value }) => value.type !== 'file');
  /** Undefined until somebody chooses. */
  const [chosenKey, setKey] = useState<string | null | undefined>(undefined);
  const key = chosenKey === undefined ? first && inputKey(first) : chosenKey;
  /** Null until something is typed: then it is what the run had. */
  const [edited, setEdited] = useState<{ value: FieldValue } | null>(null);
  const selected = changeable.find((input) => inputKey(input) === key) ?? null;
  const initialValue = (type: PinType): FieldValue => fieldValueOf(type, selected?.value.value);
  return {
    changeable,
    input: selected,
    select: (next) => {
      setKey(next);
      setEdited(null);
    },
    valueIn: (type) => (edited === null ? initialValue(type) : edited.value),
    edit: (value) => setEdited({ value }),
    changedValue: (type) => {
      if (edited === null) return null;
      const value = runValueOf(edited.value);
      return value === null || jsonEqual(value, runValueOf(initialValue(type))) ? null : value;
    },
  };
}
