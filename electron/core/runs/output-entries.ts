import { createHash } from 'node:crypto';
import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import { tracedOutputs, traceLabel } from '#shared/api/list-items.ts';
import {
  kindOfOutput,
  outputBatchName,
  outputPosition,
  type LibraryOutputKind,
  type OutputBatch,
  type OutputInput,
} from '#shared/desk/index.ts';
import {
  inputsBehind,
  labelOfKey,
  nodesOfOutputs,
  nodeTitle,
  outputLabel,
  uniqueLabels,
  seedlessText,
  type Graph,
  type GraphNode,
} from '#shared/graph/index.ts';
import { splitItemKey } from '#shared/graph/item-key.ts';
import { foldText } from '#shared/search/index.ts';
import type { Slices } from '#shared/reading/index.ts';
import { areShort, MAX_OUTPUTS, shortText } from '../storage/row-limits.ts';
import type { RunRequest } from './run-sources.ts';

/** What is recorded of each output of a run. */

/** Characters of JSON of all values of a run together. */
const MAX_VALUES_LENGTH = 2 * 1024 * 1024;
/** Nodes that are gone through for all outputs of a run together. */
const MAX_TRACED_NODES = 2_000_000;
const MAX_KEY_LENGTH = 16 * 1024;
const MAX_INPUTS = 200;
const MAX_INPUT_TEXT = 4000;
/** Characters of JSON of the inputs of one output. */
const MAX_INPUTS_LENGTH = 128 * 1024;
const MAX_VALUE_LENGTH = 64 * 1024;
const EXCERPT_LENGTH = 500;
const WORDS_LENGTH = 8000;
/** Inputs that an output is found by, and the longest text among them. */
const MAX_FILTER_VALUES = 64;
const MAX_FILTER_TEXT = 200;

export interface OutputEntry {
  key: string;
  title: string;
  kind: LibraryOutputKind;
  nodeId: string | null;
  nodeType: string | null;
  contentType: string | null;
  filename: string | null;
  fileId: string | null;
  sizeBytes: number | null;
  excerpt: string | null;
  /** JSON; null of a file, and of what is too long. */
  value: string | null;
  inputs: OutputInput[];
  /** Equal for outputs that differ in seeds alone. */
  stack: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A value as far as it is kept: a text that is too long is cut, and of anything else that is too long only its type is left. */
function truncate(input: OutputInput): OutputInput {
  const { type = null, value } = input.value;
  if (typeof value === 'string') {
    if (value.length <= MAX_INPUT_TEXT) return input;
    return { ...input, value: { ...input.value, value: value.slice(0, MAX_INPUT_TEXT).toWellFormed() } };
  }
  const exceedsLimit = JSON.stringify(input.value).length > 2 * MAX_INPUT_TEXT;
  return exceedsLimit ? { ...input, value: { type, value: null } } : input;
}

/** The values of a template's form, as the inputs of one node. */
const formInputs = (request: RunRequest): OutputInput[] =>
  Object.entries(request.template?.inputs ?? {}).map(([name, value]) => ({
    nodeId: '',
    nodeType: '',
    nodeTitle: null,
    name,
    value,
  }));

/** An output as a service described it: as much of it as is recorded. */
export interface ReadOutput {
  key: string;
  /** Where an item of a list comes from, outermost first; empty of all else. */
  trace: readonly string[];
  kind: LibraryOutputKind;
  file: {
    fileId: string;
    filename: string | null;
    contentType: string | null;
    sizeBytes: number | null;
  } | null;
  value: string | null;
  excerpt: string | null;
}

/** What is recorded of the outputs of a run. What no honest service gives is left out: a thousand outputs, endless names. */
export function readOutputs(run: { outputs?: Record<string, RunOutput> | undefined }): ReadOutput[] {
  const read: ReadOutput[] = [];
  let valueLength = 0;
  // Each item of a list is an output of its own.
  for (const { key, output, trace } of tracedOutputs(run.outputs ?? {})) {
    if (read.length === MAX_OUTPUTS) break;
    const file = isFileOutput(output) ? output : null;
    if (key.length > MAX_KEY_LENGTH || (file !== null && !areShort(file.fileId))) continue;
    const { value, excerpt } = textOfValue(output);
    valueLength += key.length + (value?.length ?? 0);
    read.push({
      key,
      trace,
      kind: kindOfOutput(output),
      file: file && {
        fileId: file.fileId,
        filename: file.filename == null ? null : shortText(file.filename),
        contentType: file.contentType == null ? null : shortText(file.contentType),
        sizeBytes: file.sizeBytes ?? null,
      },
      value: valueLength > MAX_VALUES_LENGTH ? null : value,
      excerpt,
    });
  }
  return read;
}

/** A value as the API gives it, in text. */
function textOfValue(output: RunOutput): { value: string | null; excerpt: string | null } {
  if (isFileOutput(output)) return { value: null, excerpt: null };
  const json = JSON.stringify(output.value) ?? 'null';
  const text = typeof output.value === 'string' ? output.value : json;
  return {
    value: json.length > MAX_VALUE_LENGTH ? null : json,
    excerpt: text.slice(0, EXCERPT_LENGTH).toWellFormed(),
  };
}

const NO_FILE = { contentType: null, filename: null, fileId: null, sizeBytes: null };

/** What an output is called: an item of a list by where it comes from, in the place of its number. */
function titleOf(node: GraphNode | null, { key, trace }: Pick<ReadOutput, 'key' | 'trace'>): string {
  const item = trace.length === 0 ? null : splitItemKey(key);
  const base = item?.output ?? key;
  const title = node === null ? labelOfKey(base) : outputLabel(base, node);
  return shortText(item === null ? title : `${title} · ${traceLabel(trace)}`);
}

/** What an output is called and which node made it. */
function nodeFields(
  node: GraphNode | null,
  output: Pick<ReadOutput, 'key' | 'trace'>,
): Pick<OutputEntry, 'title' | 'nodeId' | 'nodeType'> {
  const title = titleOf(node, output);
  if (node === null) return { title, nodeId: null, nodeType: null };
  return {
    title,
    nodeId: areShort(node.id) ? node.id : null,
    nodeType: areShort(node.type) ? node.type : null,
  };
}

/** @param graph as the run executed it; null when it is not known. */
export function* outputEntries(
  run: { id: string; outputs: readonly ReadOutput[] },
  graph: Graph | null,
  request: RunRequest,
): Slices<OutputEntry[]> {
  const entries: OutputEntry[] = [];
  const nodeOf = graph === null ? () => null : nodesOfOutputs(graph);
  let traced = 0;
  for (const { key, trace, kind, file, value, excerpt } of run.outputs) {
    const node = nodeOf(key);
    // What an output was made from is looked at for as many as can be looked at soon.
    const isTraced = graph !== null && node !== null && traced < MAX_TRACED_NODES;
    if (isTraced) traced += graph.nodes.length;
    const inputs = isTraced ? inputsBehind(graph, node.id) : formInputs(request);
    entries.push({
      key,
      ...nodeFields(node, { key, trace }),
      kind,
      ...(file ?? NO_FILE),
      excerpt,
      value,
      inputs: recordedInputs(inputs),
      stack: hashOf(isTraced ? seedlessText(graph, node.id, key) : `${run.id} ${key}`),
    });
    yield;
  }
  const titles = uniqueLabels(entries.map(({ title }) => title));
  return entries.map((entry, at) => ({ ...entry, title: titles[at] ?? entry.title }));
}

/** As many inputs as an output is explained by; the values of those that are too long together are left out. */
function recordedInputs(inputs: readonly OutputInput[]): OutputInput[] {
  let length = 0;
  return inputs.slice(0, MAX_INPUTS).map((input) => {
    const short = truncate(input);
    length += JSON.stringify(short).length;
    return length <= MAX_INPUTS_LENGTH
      ? short
      : { ...short, value: { type: short.value.type ?? null, value: null } };
  });
}

/** A value that an output is found by, of one input of one node. */
interface FilterValue {
  /** Empty of a field of a form. */
  nodeId: string;
  /** What the node was called in the run; empty of a field of a form. */
  nodeTitle: string;
  name: string;
  value: string;
  /** The value of a number, for ranges; null of all others. */
  number: number | null;
}

/** The inputs that an output is found by. */
export function filterValues(inputs: readonly OutputInput[]): FilterValue[] {
  const found = new Map<string, FilterValue>();
  for (const { nodeId, nodeType, nodeTitle: title, name, value } of inputs) {
    const { value: inner } = value;
    if (typeof inner !== 'string' && typeof inner !== 'number' && typeof inner !== 'boolean') continue;
    const text = String(inner);
    if (text === '' || text.length > MAX_FILTER_TEXT || value.type === 'file') continue;
    found.set(JSON.stringify([nodeId, name, text]), {
      nodeId,
      nodeTitle: shortText(nodeTitle({ title, type: nodeType })),
      name,
      value: text,
      number: typeof inner === 'number' && Number.isFinite(inner) ? inner : null,
    });
    if (found.size === MAX_FILTER_VALUES) break;
  }
  return [...found.values()];
}

/** The words that an output is found by, folded as they are searched: what its tile says, its note, its text and the values it was made from. */
export function wordsOf(output: {
  title: string;
  note: string | null;
  excerpt: string | null;
  inputs: readonly OutputInput[];
  batch: OutputBatch | null;
}): string {
  const { batch } = output;
  const tile = batch === null ? [] : [outputPosition(batch), outputBatchName(batch)];
  const numbers = output.inputs.flatMap(({ nodeTitle: title, name, value }) =>
    typeof value.value === 'number' ? [`${title ?? ''} ${name} ${value.value}`] : [],
  );
  const texts = output.inputs.flatMap(({ value }) => (typeof value.value === 'string' ? [value.value] : []));
  const words = [output.title, ...tile, output.note ?? '', output.excerpt ?? '', ...texts, ...numbers]
    .join('\n')
    .slice(0, WORDS_LENGTH)
    .toWellFormed();
  return foldText(words);
}
