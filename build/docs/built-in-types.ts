import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import type { BuiltInType, ContentKind } from '#shared/provenance/built-in-type.ts';
import type { NodeDefinition, PinDefinition } from '#service/nodes/definition.ts';

/** What `shared/provenance` has to know of each node type, made from the definitions. */

/** Inputs that name something or order it, and are not in what comes out. */
const NAMES = new Set(['name', 'names', 'filename', 'by']);

const KINDS: Partial<Record<PinBase, ContentKind>> = {
  image: 'media',
  video: 'media',
  audio: 'media',
  file: 'media',
  text: 'text',
  json: 'value',
  number: 'value',
  color: 'value',
  any: 'any',
};

const kindOf = ({ type, name }: PinDefinition): ContentKind | undefined =>
  NAMES.has(name) || parsePinType(type).name !== undefined ? undefined : KINDS[parsePinType(type).base];

/**
 * Whether an input is in what comes out. A number only says how a picture is drawn; a model makes its words itself, and its pictures from
 * those that it is given; a picture of a sound is measured.
 */
function isContent(kind: ContentKind, pin: PinDefinition, { outputs, usesModel }: NodeDefinition): boolean {
  const bases = outputs.map((output) => parsePinType(output.type).base);
  const isMedia = bases.some((base) => KINDS[base] === 'media');
  if (usesModel !== undefined) return isMedia && kind === 'media';
  if (isMedia && kind === 'value') return false;
  return parsePinType(pin.type).base !== 'audio' || !bases.every((base) => base === 'image') || !isMedia;
}

const isList = ({ type }: PinDefinition): boolean => (parsePinType(type).list ?? 0) > 0;

function builtInType(definition: NodeDefinition): BuiltInType {
  const { type, inputs, outputs, usesModel, branchOf } = definition;
  const content = inputs.flatMap((pin) => {
    const kind = kindOf(pin);
    return kind === undefined || !isContent(kind, pin, definition) ? [] : [[pin.name, kind] as const];
  });
  const outputKinds = outputs.flatMap((pin) => {
    const kind = kindOf(pin) ?? (parsePinType(pin.type).name === undefined ? 'value' : undefined);
    return kind === undefined ? [] : [[pin.name, kind] as const];
  });
  const lists = outputs.filter(isList).map(({ name }) => name);
  const listInputs = content
    .map(([name]) => name)
    .filter((name) => inputs.some((pin) => pin.name === name && isList(pin)));
  return {
    content,
    outputs: outputKinds,
    ...(listInputs.length > 0 && { listInputs }),
    ...(lists.length > 0 && { lists }),
    ...(usesModel !== undefined && { isModel: true }),
    ...(branchOf !== undefined && { isBranch: true }),
    ...(type.startsWith('input/') && { isInput: true }),
  };
}

/** @returns the source of `shared/provenance/built-in-types.ts`. */
export function builtInTypesFile(definitions: readonly NodeDefinition[]): string {
  const sorted = definitions.toSorted((one, other) => (one.type < other.type ? -1 : 1));
  const entries = sorted.map((definition) => `  '${definition.type}': ${codeOf(builtInType(definition))},`);
  return `import type { BuiltInType } from './built-in-type.ts';

/** Made by \`npm run docs\` from the definitions in \`service/nodes\`. */
export const BUILT_IN_TYPES: Readonly<Record<string, BuiltInType>> = {
${entries.join('\n')}
};
`;
}

/** As code of this project writes it, on one line. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${codeOf(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
