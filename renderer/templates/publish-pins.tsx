import { useMemo, type ReactElement } from 'react';
import type { InputCandidate, OutputCandidate, Publishable } from '#shared/administration/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { InputPicker, type PickableInput } from '#renderer/fields/index.ts';
import { hexOf, valueLabel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { addInput, addOutput, keyOf, type PublishFields } from './publish-form.ts';
import { InputRows, OutputRows } from './publish-rows.tsx';
import css from './publish-dialog.module.css';

const t = words.templates.publishPins;

type SelectedPins = readonly { candidate: { nodeId: string; pin: string } }[];

/** Candidates that are not chosen yet. */
function remaining<T extends { nodeId: string; pin: string }>(
  all: readonly T[],
  selected: SelectedPins,
): T[] {
  const usedKeys = new Set(selected.map(({ candidate }) => keyOf(candidate)));
  return all.filter((candidate) => !usedKeys.has(keyOf(candidate)));
}

/** An input for its choice, below its node. */
function selectableInput(candidate: InputCandidate): PickableInput {
  const { nodeId, nodeTitle, label, pinType, icon, value, reachesOutput } = candidate;
  const before = `${nodeTitle}: `;
  // An input node has one input, which is called as the node is.
  const isNode = label === nodeTitle;
  return {
    key: keyOf(candidate),
    nodeId,
    nodeTitle: isNode ? '' : nodeTitle,
    icon,
    label: label.startsWith(before) ? label.slice(before.length) : label,
    type: pinType,
    valueText: !reachesOutput
      ? words.templates.reachesNothing
      : value === null
        ? ''
        : valueLabel(value).slice(0, MAX_VALUE_TEXT).toWellFormed(),
  };
}

const MAX_VALUE_TEXT = 60;

const selectableOutput = (candidate: OutputCandidate): PickableInput => ({
  key: keyOf(candidate),
  nodeId: '',
  nodeTitle: '',
  label: candidate.label,
  type: candidate.dataType,
});

/** The chosen inputs and outputs in their order, and finding more of them. */
export function PinFields({
  fields,
  publishable,
  onChange,
  errorOf,
  onReveal,
  onProblem,
}: {
  fields: PublishFields;
  publishable: Publishable;
  onChange: (fields: PublishFields) => void;
  /** A sentence about a place such as `inputs.1`. */
  errorOf: (field: string) => string | null;
  onReveal: ((nodeId: string) => void) | undefined;
  /** A default that is typed cannot be taken; null once it can. */
  onProblem: (key: string, problem: string | null) => void;
}): ReactElement {
  const inputs = useMemo(() => remaining(publishable.inputs, fields.inputs), [publishable, fields.inputs]);
  const outputs = useMemo(
    () => remaining(publishable.outputs, fields.outputs),
    [publishable, fields.outputs],
  );
  const inputChoices = useMemo(() => inputs.map(selectableInput), [inputs]);
  const outputChoices = useMemo(() => outputs.map(selectableOutput), [outputs]);
  return (
    <>
      <section className={css['section']}>
        <h3>{t.inputs}</h3>
        {fields.inputs.length === 0 ? <p className={css['none']}>{t.inputsEachCallProject}</p> : null}
        <InputRows
          rows={fields.inputs}
          onChange={(rows) => onChange({ ...fields, inputs: rows })}
          errorOf={(index) => errorOf(`inputs.${index}`)}
          onReveal={onReveal}
          palette={() => colorsOf(publishable)}
          onProblem={onProblem}
        />
        <InputPicker
          label={t.addInput}
          placeholder={t.findInputPlugged}
          adds
          inputs={inputChoices}
          value={null}
          onPick={(key) => {
            const candidate = inputs.find((input) => keyOf(input) === key);
            if (candidate) onChange(addInput(fields, candidate));
          }}
        />
      </section>
      <section className={css['section']}>
        <h3>{words.common.outputs}</h3>
        <OutputRows
          rows={fields.outputs}
          onChange={(rows) => onChange({ ...fields, outputs: rows })}
          errorOf={(index) => errorOf(`outputs.${index}`)}
          onReveal={onReveal}
        />
        {outputs.length > 0 ? (
          <InputPicker
            label={t.addOutput}
            placeholder={t.findOutput}
            adds
            inputs={outputChoices}
            value={null}
            onPick={(key) => {
              const candidate = outputs.find((output) => keyOf(output) === key);
              if (candidate) onChange(addOutput(fields, candidate));
            }}
          />
        ) : null}
      </section>
    </>
  );
}

/** Colors that the project holds. */
const colorsOf = ({ inputs }: Publishable): string[] => [
  ...new Set(
    inputs.flatMap(({ pinType, value }) => {
      const isColor = parsePinType(pinType).base === 'color' && value?.type === 'string';
      const hex = isColor ? hexOf(value.value) : null;
      return hex === null ? [] : [hex];
    }),
  ),
];
