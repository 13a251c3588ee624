import {
  TEMPLATE_LIMITS,
  type SelectedInput,
  type InputCandidate,
  type OutputCandidate,
  type PublicationDraft,
  type Publishable,
  type PublishedTemplate,
} from '#shared/administration/index.ts';
import type { RunInputValue } from '#shared/api/index.ts';
import { inputName } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { words } from '#renderer/words/index.ts';

const t = words.templates.publishForm;

/** What the publish dialog holds while it is filled in. */

export interface InputRow {
  candidate: InputCandidate;
  label: string;
  isRequired: boolean;
  /** What callers get who leave it out, where that was changed. */
  default: RunInputValue | null;
}

export interface OutputRow {
  candidate: OutputCandidate;
  label: string;
}

export interface PublishFields {
  /** The template that gets a new state; null: a new one is made. */
  templateId: string | null;
  name: string;
  description: string;
  category: string;
  pictureFileId: string | null;
  inputs: readonly InputRow[];
  outputs: readonly OutputRow[];
  /** Labels of what was published before and is no longer in the project. */
  removedPins: readonly string[];
}

/** An input as every page names it; the service writes its label as `Sun: Radius`. */
export function candidateName({ nodeTitle, label }: Pick<InputCandidate, 'nodeTitle' | 'label'>): string {
  const before = `${nodeTitle}: `;
  if (label.startsWith(before)) return inputName(nodeTitle, label.slice(before.length));
  return label.startsWith(nodeTitle) ? label : inputName(nodeTitle, label);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: t.typeText,
  number: t.typeNumber,
  color: t.typeColor,
  choice: t.typeChoice,
  video: t.typeVideo,
  file: t.typeFile,
  boolean: t.yesNo,
  json: 'JSON',
  image: t.typePicture,
  audio: t.typeSound,
  any: t.typeAny,
};

/** The type of an input as people say it: of a text that is a color or a choice, that. */
export const inputTypeName = ({
  dataType,
  pinType,
}: Pick<InputCandidate, 'dataType' | 'pinType'>): string => {
  const { base } = parsePinType(pinType);
  return typeName(base === 'color' || base === 'choice' ? base : dataType);
};

/** The type of a pin as people say it. */
export const typeName = (dataType: string): string => TYPE_NAMES[dataType] ?? dataType;

export const keyOf = ({ nodeId, pin }: { nodeId: string; pin: string }): string =>
  JSON.stringify([nodeId, pin]);

const inputRow = (candidate: InputCandidate, selected?: SelectedInput): InputRow => ({
  candidate,
  label: selected?.label ?? candidate.label,
  isRequired: selected?.isRequired ?? false,
  default: null,
});

function ofTemplate(publishable: Publishable, template: PublishedTemplate): PublishFields {
  const inputs = new Map(publishable.inputs.map((candidate) => [keyOf(candidate), candidate]));
  const outputs = new Map(publishable.outputs.map((candidate) => [keyOf(candidate), candidate]));
  const missing = [
    ...template.inputs.filter((item) => !inputs.has(keyOf(item))),
    ...template.outputs.filter((item) => !outputs.has(keyOf(item))),
  ].map(({ label }) => label);
  return {
    templateId: template.templateId,
    name: template.name,
    description: template.description ?? '',
    category: template.category ?? '',
    pictureFileId: template.pictureFileId ?? publishable.pictures[0] ?? null,
    inputs: template.inputs.flatMap((item) => {
      const candidate = inputs.get(keyOf(item));
      return candidate ? [inputRow(candidate, item)] : [];
    }),
    outputs: template.outputs.flatMap((item) => {
      const candidate = outputs.get(keyOf(item));
      return candidate ? [{ candidate, label: item.label }] : [];
    }),
    removedPins: missing,
  };
}

/** @param templateId which one is published again; null: a new template. */
export function fieldsOf(publishable: Publishable, templateId: string | null): PublishFields {
  const template = publishable.templates.find((item) => item.templateId === templateId);
  if (template) return ofTemplate(publishable, template);
  return {
    templateId: null,
    name: publishable.name.slice(0, TEMPLATE_LIMITS.name),
    description: '',
    category: '',
    pictureFileId: publishable.pictures[0] ?? null,
    inputs: publishable.inputs
      .filter((candidate) => candidate.isSuggested)
      .slice(0, TEMPLATE_LIMITS.pins)
      .map((candidate) => inputRow(candidate)),
    outputs: publishable.outputs
      .filter((candidate) => candidate.isSuggested)
      .slice(0, TEMPLATE_LIMITS.pins)
      .map((candidate) => ({ candidate, label: candidate.label })),
    removedPins: [],
  };
}

export const addInput = (fields: PublishFields, candidate: InputCandidate): PublishFields => ({
  ...fields,
  inputs: [...fields.inputs, inputRow(candidate)],
});

export const addOutput = (fields: PublishFields, candidate: OutputCandidate): PublishFields => ({
  ...fields,
  outputs: [...fields.outputs, { candidate, label: candidate.label }],
});

/** Chooses an input, or takes it out again. */
export const toggleInput = (fields: PublishFields, candidate: InputCandidate): PublishFields =>
  fields.inputs.some((row) => keyOf(row.candidate) === keyOf(candidate))
    ? { ...fields, inputs: fields.inputs.filter((row) => keyOf(row.candidate) !== keyOf(candidate)) }
    : addInput(fields, candidate);

/** Chooses an output, or takes it out again. */
export const toggleOutput = (fields: PublishFields, candidate: OutputCandidate): PublishFields =>
  fields.outputs.some((row) => keyOf(row.candidate) === keyOf(candidate))
    ? { ...fields, outputs: fields.outputs.filter((row) => keyOf(row.candidate) !== keyOf(candidate)) }
    : addOutput(fields, candidate);

/** The same choice of a project that was edited meanwhile; what is no longer there is lost. */
export function reconciled(fields: PublishFields, publishable: Publishable): PublishFields {
  const inputs = new Map(publishable.inputs.map((candidate) => [keyOf(candidate), candidate]));
  const outputs = new Map(publishable.outputs.map((candidate) => [keyOf(candidate), candidate]));
  const removed = [
    ...fields.inputs.filter(({ candidate }) => !inputs.has(keyOf(candidate))),
    ...fields.outputs.filter(({ candidate }) => !outputs.has(keyOf(candidate))),
  ].map(({ label }) => label);
  return {
    ...fields,
    inputs: fields.inputs.flatMap((row) => {
      const candidate = inputs.get(keyOf(row.candidate));
      return candidate ? [{ ...row, candidate }] : [];
    }),
    outputs: fields.outputs.flatMap((row) => {
      const candidate = outputs.get(keyOf(row.candidate));
      return candidate ? [{ ...row, candidate }] : [];
    }),
    removedPins: [...new Set([...fields.removedPins, ...removed])],
  };
}

/** @returns the list with one entry at another place; the same list when there is no such place. */
export function reorder<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return list;
  const remaining = list.filter((_item, index) => index !== from);
  return [...remaining.slice(0, to), ...list.slice(from, from + 1), ...remaining.slice(to)];
}

const valueIn = (value: RunInputValue | null): unknown =>
  value !== null && 'value' in value ? value.value : undefined;

/** What counts when a caller leaves the input out. */
export const defaultOf = ({ candidate, default: changed }: InputRow): unknown =>
  valueIn(changed) ?? valueIn(candidate.value);

export const draftOf = (
  projectId: string,
  { templateId, name, description, category, pictureFileId, inputs, outputs }: PublishFields,
  isDryRun: boolean,
): PublicationDraft => ({
  projectId,
  ...(templateId === null ? {} : { templateId }),
  name,
  description: description.trim() === '' ? null : description,
  category: category.trim() === '' ? null : category,
  pictureFileId,
  inputs: inputs.map(({ candidate, label, isRequired, default: changed }) => ({
    nodeId: candidate.nodeId,
    pin: candidate.pin,
    label,
    isRequired,
    ...(changed === null ? {} : { default: changed }),
  })),
  outputs: outputs.map(({ candidate, label }) => ({ nodeId: candidate.nodeId, pin: candidate.pin, label })),
  isTrial: isDryRun,
});
