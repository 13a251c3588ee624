import { createHash } from 'node:crypto';
import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import { kindOfOutput, type LibraryOutputKind, type OutputInput } from '#shared/desk/index.ts';
import { inputsBehind, nodeOfOutput, seedlessText, type Graph } from '#shared/graph/index.ts';
import type { RunRequest } from './run-sources.ts';

/** What is recorded of each output of a run. */

const MAX_INPUTS = 200;
const MAX_INPUT_TEXT = 4000;
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

/** `image/gradient` reads "Gradient": what a node without a title is called where its type's title is not known. */
function typeTitle(type: string): string {
  const last = type.slice(type.lastIndexOf('/') + 1).replaceAll(/[-_]+/g, ' ');
  return last === '' ? type : `${last[0]?.toUpperCase() ?? ''}${last.slice(1)}`;
}

const shortened = ({ value, ...input }: OutputInput): OutputInput => ({
  ...input,
  value:
    typeof value.value === 'string' && value.value.length > MAX_INPUT_TEXT
      ? { ...value, value: value.value.slice(0, MAX_INPUT_TEXT).toWellFormed() }
      : JSON.stringify(value).length > 2 * MAX_INPUT_TEXT
        ? { type: value.type ?? null, value: null }
        : value,
});

/** The values of a template's form, as the inputs of one node. */
const formInputs = (request: RunRequest): OutputInput[] =>
  Object.entries(request.template?.inputs ?? {}).map(([name, value]) => ({
    nodeId: '',
    nodeType: '',
    nodeTitle: null,
    name,
    value,
  }));

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

/** @param graph as the run executed it; null when it is not known. */
export function outputEntries(
  run: { id: string; outputs?: Record<string, RunOutput> | undefined },
  graph: Graph | null,
  request: RunRequest,
): OutputEntry[] {
  return Object.entries(run.outputs ?? {}).map(([key, output]): OutputEntry => {
    const node = graph === null ? null : nodeOfOutput(graph, key);
    const isNamed = node === null || node.type.startsWith('output/');
    const inputs = graph === null || node === null ? formInputs(request) : inputsBehind(graph, node.id);
    const file = isFileOutput(output) ? output : null;
    return {
      key,
      title: isNamed ? key : node.title?.trim() || typeTitle(node.type),
      kind: kindOfOutput(output),
      nodeId: node?.id ?? null,
      nodeType: node?.type ?? null,
      contentType: file?.contentType ?? null,
      filename: file?.filename ?? null,
      fileId: file?.fileId ?? null,
      sizeBytes: file?.sizeBytes ?? null,
      ...textOfValue(output),
      inputs: inputs.slice(0, MAX_INPUTS).map(shortened),
      stack: hashOf(graph === null || node === null ? `${run.id} ${key}` : seedlessText(graph, node.id, key)),
    };
  });
}

/** The inputs that an output is found by. */
export function filterValues(inputs: readonly OutputInput[]): { name: string; value: string }[] {
  const found = new Map<string, { name: string; value: string }>();
  for (const { name, value } of inputs) {
    const { value: inner } = value;
    if (typeof inner !== 'string' && typeof inner !== 'number' && typeof inner !== 'boolean') continue;
    const text = String(inner);
    if (text === '' || text.length > MAX_FILTER_TEXT || value.type === 'file') continue;
    found.set(JSON.stringify([name, text]), { name, value: text });
    if (found.size === MAX_FILTER_VALUES) break;
  }
  return [...found.values()];
}

/** The words that an output is found by: its title, its note, its text and the texts it was made from. */
export function wordsOf(output: {
  title: string;
  note: string | null;
  excerpt: string | null;
  inputs: readonly OutputInput[];
}): string {
  const texts = output.inputs.flatMap(({ value }) => (typeof value.value === 'string' ? [value.value] : []));
  return [output.title, output.note ?? '', output.excerpt ?? '', ...texts]
    .join('\n')
    .slice(0, WORDS_LENGTH)
    .toWellFormed();
}
