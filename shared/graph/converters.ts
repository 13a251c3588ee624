import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';
import { parsePinType, pinTypesFit, type PinType } from './pin-type.ts';
import type { NodeTypePins } from './types.ts';

/** A node type that may stand between two pins that do not fit. */
export interface ConverterType {
  type: string;
  category: string | null;
  pins: NodeTypePins;
  /** Inputs that it cannot do without; null where the service does not say. */
  required: readonly string[] | null;
}

/** One node of a way from one pin to another: the pins by which it is wired. */
interface ConverterStep {
  type: string;
  input: string;
  output: string;
}

/** Nodes to put between two pins, in the order of the wire. */
export type Conversion = readonly ConverterStep[];

/** Outputs of a converter, the exact ones and those that only fit. */
interface Route {
  steps: readonly ConverterStep[];
  /** Lower is more direct. */
  rank: number;
}

const MAX_ROUTES = 12;
/** A type that is not what is asked for, only fits it. */
const CONVERTIBLE = 1;
/** Each output beside the one that is taken: the node is made for more than this. */
const SECONDARY = 0.1;

const acceptsWire = ({ exposed }: PublicNodeTypePin): boolean => exposed !== false;

/** Values that a node can be about, though it has a default for them: a card shows its text, a ground its color. */
const PRIMARY_BASES: ReadonlySet<string> = new Set(['text', 'color', 'json']);
const MEDIA: ReadonlySet<string> = new Set(['image', 'video', 'audio']);

/**
 * The input that a node works on: the only one it cannot do without, else the first, where that is something to work on and
 * no measure. Null for a node that needs more than one.
 */
function primaryInput({ pins, required }: ConverterType): PublicNodeTypePin | null {
  const first = pins.inputs.find(acceptsWire) ?? null;
  if (required === null) return first;
  const [only, another] = required;
  if (another !== undefined) return null;
  if (only !== undefined) return pins.inputs.find((pin) => pin.name === only && acceptsWire(pin)) ?? null;
  return first && PRIMARY_BASES.has(parsePinType(first.type).base) ? first : null;
}

/**
 * How well a value of one type goes into a pin of another; null where it does not, or where it may only by chance: any text
 * is let into a pin for colors and one for JSON, and a pin for anything says nothing of what it does.
 */
function fitRank(from: PinType, to: PinType): number | null {
  if (from.base === 'any' || to.base === 'any' || !pinTypesFit(from, to)) return null;
  if (from.base === to.base) return 0;
  return to.base === 'text' || to.base === 'file' ? CONVERTIBLE : null;
}

/**
 * Whether a medium that goes in as any file comes out as what is not in it: a video has pictures and sound, others neither;
 * as a file again it would only be read as another medium behind that.
 */
function isInvented(from: PinType, used: number, { category }: ConverterType, produces: PinType): boolean {
  if (!MEDIA.has(from.base)) return false;
  if (produces.base === 'file') return true;
  return used === CONVERTIBLE && MEDIA.has(produces.base) && (from.base !== 'video' || category === 'input');
}

/** Whether a way ends in an output that is called as the pin is. */
const isNamed = ({ steps }: Route, name: string | undefined): boolean =>
  name !== undefined && steps.at(-1)?.output.toLowerCase() === name.toLowerCase();

interface Hop extends Route {
  produces: PinType;
}

/** One converter behind a type: what it makes of it, by each of its outputs. */
function hopsFrom(from: PinType, types: readonly ConverterType[]): Hop[] {
  return types.flatMap((converter) => {
    const primary = primaryInput(converter);
    const used = primary && fitRank(from, parsePinType(primary.type));
    if (primary === null || used === null) return [];
    const outputs = converter.pins.outputs.filter(acceptsWire);
    return outputs.flatMap((output) => {
      const produces = parsePinType(output.type);
      if (produces.base === 'any' || isInvented(from, used, converter, produces)) return [];
      const step = { type: converter.type, input: primary.name, output: output.name };
      return [{ steps: [step], produces, rank: used + (outputs.length - 1) * SECONDARY }];
    });
  });
}

/**
 * Ways to make a value of one type fit a pin of another: one node between, else two. Each node takes the value as what it
 * works on, needs nothing else, and gives what is asked for. None where the types fit as they are.
 * @param toName name of the pin that is asked for: an output of that name comes first, as a width is one for a width; then
 *   the most direct.
 */
export function findConverters(
  from: PinType,
  to: PinType,
  types: readonly ConverterType[],
  toName?: string,
): Conversion[] {
  if (pinTypesFit(from, to)) return [];
  const first = hopsFrom(from, types);
  const finished = (hop: Hop, before?: Hop): Route[] => {
    const input = fitRank(hop.produces, to);
    if (input === null) return [];
    return [
      { steps: [...(before?.steps ?? []), ...hop.steps], rank: (before?.rank ?? 0) + hop.rank + input },
    ];
  };
  const direct = first.flatMap((hop) => finished(hop));
  const options =
    direct.length > 0
      ? direct
      : first.flatMap((hop) =>
          // What gives the same type again leads nowhere.
          hop.produces.base === from.base
            ? []
            : hopsFrom(hop.produces, types).flatMap((next) =>
                next.steps[0]?.type === hop.steps[0]?.type ? [] : finished(next, hop),
              ),
        );
  const exact = options.filter(({ rank }) => rank < CONVERTIBLE);
  return (exact.length > 0 ? exact : options.filter(({ rank }) => rank < 2 * CONVERTIBLE))
    .toSorted(
      (left, second) =>
        Number(isNamed(second, toName)) - Number(isNamed(left, toName)) || left.rank - second.rank,
    )
    .slice(0, MAX_ROUTES)
    .map(({ steps }) => steps);
}
