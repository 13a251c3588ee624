import { parsePinType } from '#shared/graph/pin-type.ts';
import {
  NodeFailure,
  type NodeDefinition,
  type NodeExecution,
  type NodeValue,
  type PinDefinition,
} from './definition.ts';
import type { InputPin, OutputPin } from './pins.ts';

type InputPins = Record<string, InputPin<unknown>>;
type OutputPins = Record<string, OutputPin>;

/** What a node's code is given: one value an input, read and checked. */
export type ReadInputs<P extends InputPins> = { [Name in keyof P]: ReturnType<P[Name]['read']> };

export interface NodeSpec<P extends InputPins, O extends OutputPins> extends Pick<
  NodeDefinition,
  | 'type'
  | 'title'
  | 'description'
  | 'icon'
  | 'tags'
  | 'cacheable'
  | 'waits'
  | 'usesModel'
  | 'runsPrograms'
  | 'timeLimitMs'
  | 'preview'
> {
  /** Raise it when the same inputs would give another result. Default 1. */
  version?: number;
  /** In display order. */
  inputs: P;
  outputs: O;
  /** For a node that takes one of its inputs of type `any(branch)`: which, by the others. Branches are not read. */
  branchOf?: (inputs: ReadInputs<P>) => keyof P & string;
  run: (
    inputs: ReadInputs<P>,
    execution: NodeExecution,
  ) => Record<keyof O & string, NodeValue> | Promise<Record<keyof O & string, NodeValue>>;
}

/**
 * Makes a node type of typed pins: its code runs with inputs that are present and valid. An input left out gets its
 * default; without one, and unless optional, the node fails with a sentence that names it.
 */
export function defineNode<P extends InputPins, O extends OutputPins>(spec: NodeSpec<P, O>): NodeDefinition {
  const { inputs: pins, outputs, run, branchOf, version = 1, ...remaining } = spec;
  const conditions = Object.entries(pins).filter(([, { type }]) => parsePinType(type).isBranch !== true);
  return {
    ...remaining,
    version,
    category: spec.type.slice(0, spec.type.indexOf('/')),
    inputs: Object.entries(pins).map(([name, pin]) => inputDefinition(name, pin)),
    outputs: Object.entries(outputs).map(([name, pin]) => ({ name, ...pin })),
    ...(branchOf !== undefined && {
      branchOf: (inputs) =>
        branchOf(
          Object.fromEntries(
            conditions.map(([name, pin]) => [name, readInput(inputs[name], pin)]),
          ) as ReadInputs<P>,
        ),
    }),
    async execute(execution) {
      const read = Object.entries(pins).map(([name, pin]) => [name, readInput(execution.inputs[name], pin)]);
      return run(Object.fromEntries(read) as ReadInputs<P>, execution);
    },
  };
}

function inputDefinition(name: string, pin: InputPin<unknown>): PinDefinition {
  return {
    name,
    label: pin.label,
    type: pin.type,
    ...(pin.default !== undefined && { default: pin.default }),
    ...(pin.exposed !== undefined && { exposed: pin.exposed }),
    ...(pin.optional === true && { optional: true }),
  };
}

function readInput(value: NodeValue | undefined, pin: InputPin<unknown>): unknown {
  const { base } = parsePinType(pin.type);
  const acceptsNull = base === 'any' || base === 'json';
  const provided = value === null && !acceptsNull ? undefined : value;
  const set = provided === undefined ? pin.default : provided;
  if (set !== undefined) return pin.read(set, pin.label);
  if (pin.optional === true) return undefined;
  throw new NodeFailure('INPUT_MISSING', `${pin.label} is not set. Plug something in, or give it a value.`);
}
