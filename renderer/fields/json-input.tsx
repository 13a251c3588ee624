import { useState, type ReactElement } from 'react';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { readTypedJson } from '#renderer/model/read-json.ts';
import { TextArea } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isObject, type FieldValue } from './declared-input.ts';
import type { KindProps } from './field-props.ts';

const textOf = (value: FieldValue): string =>
  value?.type === 'json' ? JSON.stringify(value.value, null, 2) : '';

/** What a text comes to: a value, nothing, or why it is none. */
function readJson(text: string): { value: FieldValue; problem: string | null } {
  if (text.trim() === '') return { value: null, problem: null };
  const read = readTypedJson(text);
  if (!read.ok) return { value: null, problem: read.problem.message };
  return isObject(read.value)
    ? { value: { type: 'json', value: read.value }, problem: null }
    : { value: null, problem: words.fields.needsObject };
}

/** A JSON value as text. What is none stays as typed, with what is wrong below, and changes nothing. */
export function JsonInput({
  label,
  value,
  hint,
  placeholder,
  hideLabel,
  onValueChange,
  onProblem,
}: KindProps): ReactElement {
  const [typed, setTyped] = useState(() => ({ text: textOf(value), value, problem: null as string | null }));
  // Somebody else's value, or one that was set back, takes the place of what was typed.
  const isReplaced = !jsonEqual(typed.value, value);
  const { text, problem } = isReplaced ? { text: textOf(value), problem: null } : typed;
  return (
    <TextArea
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={problem}
      mono
      grows
      rows={4}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onValueChange={(next) => {
        const read = readJson(next);
        const effective = read.problem === null ? read.value : value;
        setTyped({ text: next, value: effective, problem: read.problem });
        onProblem?.(read.problem);
        if (!jsonEqual(effective, value)) onValueChange(effective);
      }}
    />
  );
}
