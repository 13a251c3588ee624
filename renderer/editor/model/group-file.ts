import { z } from 'zod';
import { EditableGraph } from '#shared/api/index.ts';
import { CanvasItems } from '#shared/canvas/items.ts';
import { definitionProblem, type Definition } from '#shared/groups/index.ts';
import { DEFAULT_LIMITS, parseJson, validate } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.groupLibrary;

/** Groups as text: in the library, and as files that people give each other. Any program may have written one. */

const KIND = 'patchbay/group';
const VERSION = 1;

/** The ending of a file with a group. */
export const GROUP_FILE_ENDING = '.patchbay-group.json';
/** Bytes of one. */
export const MAX_GROUP_FILE_BYTES = 6 * 1024 * 1024;
const MAX_NAME = 120;

const GroupFile = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  name: z.string().max(MAX_NAME),
  root: z.string().min(1).max(500),
  graph: EditableGraph,
  items: CanvasItems,
});

/** A group with its name, outside of any project. */
export interface NamedDefinition {
  name: string;
  definition: Definition;
}

export type ReadGroup = ({ ok: true } & NamedDefinition) | { ok: false; problem: string };

const LIMITS = { ...DEFAULT_LIMITS, bytes: MAX_GROUP_FILE_BYTES };

const reject = (problem: string): ReadGroup => ({ ok: false, problem });

/** A definition as text. */
export const groupText = ({ name, definition: { root, graph, items } }: NamedDefinition): string =>
  JSON.stringify({ kind: KIND, version: VERSION, name: name.slice(0, MAX_NAME), root, graph, items });

/**
 * Reads a group: its size, depth and counts are checked before anything of it is built.
 * @returns a sentence for people where it is no group, is damaged, or was made by a later version.
 */
export function readGroup(text: string): ReadGroup {
  const json = parseJson(text, { limits: LIMITS, label: t.theFile, hint: t.makeSmaller });
  if (!json.ok) return reject(json.problem.code === 'NOT_JSON' ? t.foreign : json.problem.message);
  const { value } = json;
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== KIND)
    return reject(t.foreign);
  if ('version' in value && typeof value.version === 'number' && value.version > VERSION)
    return reject(t.newerFormat);
  const read = validate(GroupFile, value);
  if (!read.ok) return reject(t.damaged(read.issues[0]?.path.join('.') ?? ''));
  const { name, root, graph, items } = read.value;
  const definition: Definition = { root, graph, items };
  const problem = definitionProblem(definition);
  if (problem === 'damaged') return reject(t.incomplete);
  if (problem !== null) return reject(problem === 'depth' ? words.groups.depthLimit : t.recursive);
  return { ok: true, name: name.trim() || words.groups.group, definition };
}

/** The types of the nodes in a definition, each once, and how many nodes there are. */
export const summarizeDefinition = ({
  graph: { nodes },
}: Definition): { types: string[]; nodeCount: number } => ({
  types: [...new Set(nodes.map(({ type }) => type))],
  nodeCount: nodes.length,
});
