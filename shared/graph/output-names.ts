import { splitItemKey } from './item-key.ts';
import { nodesOfOutputs } from './ran-graph.ts';
import type { Graph, GraphNode } from './types.ts';

/** Node types whose title says more than the end of their name. A test holds it to the definitions of the local service. */
const TYPE_TITLES: ReadonlyMap<string, string> = new Map([
  ['ai/image', 'Make an image'],
  ['ai/data', 'Write data'],
  ['ai/edit', 'Edit an image'],
  ['ai/video', 'Make a video'],
  ['ai/speech', 'Speak'],
  ['ai/text', 'Write text'],
  ['audio/convert', 'Convert sound'],
  ['audio/gain', 'Volume'],
  ['image/color-at', 'Color at a point'],
  ['audio/join', 'Join sounds'],
  ['audio/normalize', 'Loudness'],
  ['audio/speed', 'Speed of sound'],
  ['audio/trim', 'Trim sound'],
  ['image/greyscale', 'Grayscale'],
  ['image/info', 'Image info'],
  ['image/solid', 'Solid color'],
  ['input/boolean', 'Switch'],
  ['input/json', 'JSON'],
  ['json/get', 'Get value'],
  ['json/parse', 'Parse JSON'],
  ['json/set', 'Set value'],
  ['json/stringify', 'Write JSON'],
  ['list/cross', 'Every pair'],
  ['list/csv-column', 'Column of table'],
  ['list/filter', 'Filter list'],
  ['list/join', 'Join lists'],
  ['list/range', 'Number range'],
  ['list/values', 'List'],
  ['logic/coalesce', 'First set'],
  ['media/probe', 'Media info'],
  ['output/file', 'File output'],
  ['output/value', 'Output'],
  ['video/concatenate', 'Join videos'],
  ['video/extract-audio', 'Extract sound'],
  ['video/film', 'Film of timeline'],
  ['video/frames-to-video', 'Images to video'],
  ['video/thumbnail', 'Frame of video'],
  ['video/trim', 'Trim video'],
]);

/**
 * What outputs of runs and the files they make are called: by the title of their node, never by their key. One module,
 * so that pages, desktop process and service agree.
 */

/** `blur-9ea546`: the id that the editor gives a node. */
const NODE_ID = String.raw`([a-z][a-z0-9]*(?:-[a-z0-9]+)*?)-[0-9a-f]{6}`;
/** `blur-9ea546.image`, alone or as the name of a file. The second of a name ends in ` 2`. */
const KEY = new RegExp(`^${NODE_ID}(?:\\.([A-Za-z_][A-Za-z0-9_]*))?( \\d+)?$`);
const KEYED_FILE = new RegExp(`^${NODE_ID}(?:\\.([A-Za-z_][A-Za-z0-9_]*))?( \\d+)?(\\.[A-Za-z0-9]{1,12})$`);
/** What no text that people read may hold: keys of outputs and ids of files. */
export const MACHINE_NAME =
  /(?<![A-Za-z0-9])(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[0-9a-f]{6}(?:\.[A-Za-z_]\w*)?|file_[0-9a-z]{10,})(?![A-Za-z0-9])/;

/** `text-card` reads "Text card". */
const asTitle = (stem: string): string => {
  const words = stem.replaceAll(/[-_]+/g, ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};

/** `image/gradient` reads "Gradient": what a node without a title is called where its type's title is not known. */
function typeTitle(type: string): string {
  const title = TYPE_TITLES.get(type);
  if (title !== undefined) return title;
  const last = type.slice(type.lastIndexOf('/') + 1);
  return last === '' ? type : asTitle(last);
}

/** An output whose node is not known: `blur-9ea546.image` reads "Blur". Names that people gave stay. */
export function labelOfKey(key: string): string {
  const [, stem, , count = ''] = KEY.exec(key) ?? [];
  return stem === undefined ? key : `${asTitle(stem)}${count}`;
}

/** A file that was named by the key of its output: `blur-9ea546.image.png` reads "Blur.png". Other names stay. */
export function stripKey(filename: string): string {
  const [, stem, , count = '', ending = ''] = KEYED_FILE.exec(filename) ?? [];
  return stem === undefined ? filename : `${asTitle(stem)}${count}${ending}`;
}

/** What is known of node types; null of one that is not known. */
export interface TypeNames {
  titleOf(type: string): string | null;
  /** The outputs of a type, each with what it is called. */
  outputsOf(type: string): readonly { name: string; label?: string | null | undefined }[] | null;
}

const NO_TYPES: TypeNames = { titleOf: () => null, outputsOf: () => null };

/** The title of a node; without one that of its type. */
export const nodeTitle = (
  { title, type }: Pick<GraphNode, 'title' | 'type'>,
  types: Pick<TypeNames, 'titleOf'> = NO_TYPES,
): string => title?.trim() || (types.titleOf(type) ?? typeTitle(type));

/** What the output of a key is called. @param node that made it; null where that is not known. */
export function outputLabel(key: string, node: GraphNode | null, types: TypeNames = NO_TYPES): string {
  const item = splitItemKey(key);
  return item === null
    ? labelOfOutput(key, node, types)
    : `${labelOfOutput(item.output, node, types)} ${item.item}`;
}

function labelOfOutput(key: string, node: GraphNode | null, types: TypeNames): string {
  if (node === null) return labelOfKey(key);
  // An output node that nobody has named gives its id.
  if (node.type.startsWith('output/')) return key === node.id ? nodeTitle(node, types) : key;
  const pin = key.slice(node.id.length + 1).replace(/ \d+$/, '');
  const outputs = types.outputsOf(node.type) ?? [];
  const title = nodeTitle(node, types);
  const namedOutput = outputs.length > 1 ? outputs.find(({ name }) => name === pin) : undefined;
  return namedOutput === undefined ? title : `${title} · ${namedOutput.label ?? namedOutput.name}`;
}

/** Names the outputs of runs of a graph by their keys. @param graph null where it is not known. */
export function outputLabels(graph: Graph | null, types: TypeNames = NO_TYPES): (key: string) => string {
  const nodeOf = graph === null ? () => null : nodesOfOutputs(graph);
  return (key) => outputLabel(key, nodeOf(key), types);
}

/** The names with a count behind those that are taken: `Tint`, `Tint 2`. Names that differ in case alone are equal. */
export function uniqueLabels(labels: readonly string[]): string[] {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return labels.map((label) => {
    const simple = label.toLowerCase();
    let unique = label;
    let count = counts.get(simple) ?? 1;
    while (used.has(unique.toLowerCase())) {
      count += 1;
      unique = `${label} ${count}`;
    }
    counts.set(simple, count);
    used.add(unique.toLowerCase());
    return unique;
  });
}
