import { useState } from 'react';
import { MAX_GRID_ITEMS } from '#shared/desk/index.ts';
import { suggestedColors, suggestedRamp } from './axis-colors.ts';
import {
  cryptoRandom,
  firstToVary,
  defaultInput,
  readAxis,
  suggestedKind,
  suggestedRange,
  suggestedSeeds,
  suggestedText,
  type AxisDraft,
  type AxisReading,
  type AxisValue,
  type VaryInput,
} from './axis-values.ts';

const MAX_AXES = 3;

/** An axis that has values. */
export interface VariedAxis {
  nodeId: string;
  input: string;
  /** How many values it has. */
  size: number;
}

/** The axes that a person writes, and what comes of them. */
export interface Axes {
  drafts: readonly AxisDraft[];
  /** One for each draft. */
  parsedAxes: readonly AxisReading[];
  /** Null while an axis has no values. */
  ready: readonly { input: VaryInput; values: readonly AxisValue[] }[] | null;
  /** Runs of the whole grid; 0 while it is not ready. */
  total: number;
  /** Inputs that a draft may vary. */
  inputsFor: (draft: AxisDraft) => readonly VaryInput[];
  change: (draft: AxisDraft) => void;
  selectInput: (draft: AxisDraft, input: VaryInput) => void;
  /** Adds an axis; null when there is no further input, or no room. */
  add: (() => void) | null;
  /** Null for the only one. */
  remove: ((draft: AxisDraft) => void) | null;
}

/** Tells the inputs of one graph apart. */
export const keyOf = ({ nodeId, input }: VaryInput): string => JSON.stringify([nodeId, input]);

let drafts = 0;
const draftOf = (input: VaryInput): AxisDraft => ({
  key: `axis-${(drafts += 1)}`,
  input,
  kind: suggestedKind(input),
  text: suggestedText(input),
  ...suggestedRange(input),
  seeds: suggestedSeeds(input, cryptoRandom),
  files: [],
  colors: suggestedColors(input),
  ramp: suggestedRamp(input),
});

/** @param first what is asked about. @param onChange called with every change. */
export function useAxes(
  inputs: readonly VaryInput[],
  first: { nodeId: string | null; input: string | null },
  onChange: () => void,
): Axes {
  const [list, setList] = useState<readonly AxisDraft[]>(() => {
    const input = firstToVary(inputs, first);
    return input === undefined ? [] : [draftOf(input)];
  });
  const set = (next: readonly AxisDraft[]): void => {
    onChange();
    setList(next);
  };
  const replace = (key: string, next: AxisDraft): void =>
    set(list.map((draft) => (draft.key === key ? next : draft)));
  const parsedAxes = list.map(readAxis);
  const values = parsedAxes.flatMap((reading) => (reading.ok ? [reading.values] : []));
  const isReady = list.length > 0 && values.length === list.length;
  const used = new Set(list.map(({ input }) => keyOf(input)));
  const free =
    list.length < MAX_AXES ? defaultInput(inputs.filter((input) => !used.has(keyOf(input)))) : undefined;
  return {
    drafts: list,
    parsedAxes,
    ready: isReady ? list.map(({ input }, at) => ({ input, values: values[at] ?? [] })) : null,
    total: isReady ? values.reduce((product, axis) => product * axis.length, 1) : 0,
    inputsFor: (draft) =>
      inputs.filter((input) => keyOf(input) === keyOf(draft.input) || !used.has(keyOf(input))),
    change: (draft) => replace(draft.key, draft),
    selectInput: (draft, input) => replace(draft.key, { ...draftOf(input), key: draft.key }),
    add: free === undefined ? null : () => set([...list, draftOf(free)]),
    remove: list.length > 1 ? (draft) => set(list.filter(({ key }) => key !== draft.key)) : null,
  };
}

export const exceedsLimit = (total: number): boolean => total > MAX_GRID_ITEMS;
