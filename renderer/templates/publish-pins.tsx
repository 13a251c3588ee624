import { useState, type ReactElement } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { SuggestField } from '#renderer/ui/index.ts';
import { addInput, addOutput, candidateName, keyOf, type PublishFields } from './publish-form.ts';
import { InputRows, OutputRows } from './publish-rows.tsx';
import css from './publish-dialog.module.css';

/** Candidates that are not chosen yet, under texts that tell them apart. */
function namedCandidates<T extends { nodeId: string; pin: string }>(
  all: readonly T[],
  chosen: readonly { candidate: { nodeId: string; pin: string } }[],
  nameOf: (candidate: T) => string,
): Map<string, T> {
  const taken = new Set(chosen.map(({ candidate }) => keyOf(candidate)));
  const named = new Map<string, T>();
  for (const candidate of all) {
    if (taken.has(keyOf(candidate))) continue;
    const name = nameOf(candidate);
    let unique = name;
    for (let count = 2; named.has(unique); count += 1) unique = `${name} (${count})`;
    named.set(unique, candidate);
  }
  return named;
}

/** The chosen inputs and outputs in their order, and finding more of them. */
export function PinFields({
  fields,
  offer,
  onChange,
  errorOf,
  onReveal,
}: {
  fields: PublishFields;
  offer: Publishable;
  onChange: (fields: PublishFields) => void;
  /** A sentence about a place such as `inputs.1`. */
  errorOf: (field: string) => string | null;
  onReveal: ((nodeId: string) => void) | undefined;
}): ReactElement {
  const inputs = namedCandidates(offer.inputs, fields.inputs, candidateName);
  const outputs = namedCandidates(offer.outputs, fields.outputs, ({ label }) => label);
  return (
    <>
      <section className={css['section']}>
        <h3>Inputs</h3>
        {fields.inputs.length === 0 ? (
          <p className={css['none']}>Without inputs, each call gives what the project gives.</p>
        ) : null}
        <InputRows
          rows={fields.inputs}
          onChange={(rows) => onChange({ ...fields, inputs: rows })}
          errorOf={(index) => errorOf(`inputs.${index}`)}
          onReveal={onReveal}
        />
        <AddPin
          label="Add an input"
          placeholder="Find an input that nothing is plugged into"
          names={[...inputs.keys()]}
          onAdd={(name) => {
            const candidate = inputs.get(name);
            if (candidate) onChange(addInput(fields, candidate));
          }}
        />
      </section>
      <section className={css['section']}>
        <h3>Outputs</h3>
        <OutputRows
          rows={fields.outputs}
          onChange={(rows) => onChange({ ...fields, outputs: rows })}
          errorOf={(index) => errorOf(`outputs.${index}`)}
          onReveal={onReveal}
        />
        {outputs.size > 0 ? (
          <AddPin
            label="Add an output"
            placeholder="Find an output"
            names={[...outputs.keys()]}
            onAdd={(name) => {
              const candidate = outputs.get(name);
              if (candidate) onChange(addOutput(fields, candidate));
            }}
          />
        ) : null}
      </section>
    </>
  );
}

/** Takes what is chosen of the list, and is empty again. */
function AddPin({
  label,
  placeholder,
  names,
  onAdd,
}: {
  label: string;
  placeholder: string;
  names: readonly string[];
  onAdd: (name: string) => void;
}): ReactElement {
  const [text, setText] = useState('');
  return (
    <SuggestField
      label={label}
      placeholder={placeholder}
      value={text}
      suggestions={names}
      picks
      onValueChange={(next) => {
        const isChosen = names.includes(next);
        setText(isChosen ? '' : next);
        if (isChosen) onAdd(next);
      }}
    />
  );
}
