import { RunListItem } from '#shared/api/index.ts';
import {
  filesIn,
  isFileValue,
  isListValue,
  isMissing,
  isStoredList,
  LIST_KIND,
  NodeFailure,
  type ListItem,
  type ListValue,
  type MissingItem,
  type NodeExecution,
  type NodeValue,
  type StoredList,
} from '../definition.ts';
import { parseJson } from '../json/json-values.ts';
import { invalid, type ListInput } from '../pins.ts';

/** Reading and making lists in nodes: short ones are values, long ones files with an item as JSON in each line. */

/** Above either of these a list is a file. */
const MAX_VALUE_ITEMS = 10_000;
const MAX_VALUE_LENGTH = 2 * 1024 * 1024;
/** Items of a list that a node makes or reads. */
export const MAX_LIST_ITEMS = 2_000_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Lines that are written together. */
const LINES_PER_CHUNK = 10_000;

export const LIST_OUTPUT = { list: { label: 'List', type: 'list(any)' } } as const;

/** The items of a list as they are, wherever they lie. */
export async function itemsOf(
  execution: Pick<NodeExecution, 'readFile'>,
  list: ListValue | StoredList,
): Promise<readonly ListItem[]> {
  if (isListValue(list)) return list.items;
  const bytes = await execution.readFile(list.file, MAX_FILE_BYTES);
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => readLine(line, list.file.filename));
}

function readLine(line: string, filename: string): ListItem {
  const item = RunListItem.safeParse(parseJson(line, filename));
  if (!item.success) throw invalid(`${filename} is no list. Make the list again.`);
  const { trace = [] } = item.data;
  if ('error' in item.data) return { error: item.data.error, trace };
  // A file in it is known by its id, which no node can open.
  if (!('value' in item.data)) throw invalid(`${filename} is a list of files. Choose the files themselves.`);
  return { value: item.data.value as NodeValue, trace };
}

/** An item that was read as what the pin takes, or is missing. */
export type ReadItem<T> = { value: T; item: ListItem } | MissingItem;

/** The items of an input, each read as its pin takes it. @throws NodeFailure that names the item which is something else */
export async function readItems<T>(
  execution: Pick<NodeExecution, 'readFile'>,
  { value, label, read }: ListInput<T>,
): Promise<ReadItem<T>[]> {
  const items = await itemsOf(execution, value);
  return items.map((item, at) =>
    isMissing(item) ? item : { value: read(item.value, `${label}, ${nameOf(item, at)},`), item },
  );
}

/** The values that are there; says in a line how many are missing. */
export async function presentValues<T>(
  execution: Pick<NodeExecution, 'readFile' | 'log'>,
  input: ListInput<T> | undefined,
): Promise<T[]> {
  if (input === undefined) return [];
  const items = await readItems(execution, input);
  const values = items.flatMap((item) => ('value' in item ? [item.value] : []));
  const missing = items.length - values.length;
  if (missing > 0)
    execution.log(`${input.label}: ${missing} of ${items.length} items are missing and left out.`);
  return values;
}

/** What an item is called: where it comes from, or its place. */
export const nameOf = ({ trace }: ListItem, at: number): string => trace?.join(' × ') ?? `item ${at + 1}`;

/** A list of values, each called by a noun and its number: `row 7`. */
export const namedItems = (noun: string, values: readonly NodeValue[]): ListItem[] =>
  values.map((value, at) => ({ value, trace: [`${noun} ${at + 1}`] }));

/**
 * Items as a value; as a file where there are too many.
 * @throws NodeFailure for more than a list may have, and for so many that are files or lists themselves
 */
export async function makeList(
  execution: Pick<NodeExecution, 'writeFile'>,
  items: readonly ListItem[],
): Promise<ListValue | StoredList> {
  const list: ListValue = { kind: LIST_KIND, items };
  if (items.length > MAX_LIST_ITEMS) {
    throw new NodeFailure(
      'LIST_TOO_LONG',
      `The list would have ${items.length.toLocaleString('en')} items; at most ${MAX_LIST_ITEMS.toLocaleString('en')} fit. Make a shorter one.`,
    );
  }
  if (items.length <= MAX_VALUE_ITEMS && JSON.stringify(items).length <= MAX_VALUE_LENGTH) return list;
  if (
    filesIn(list).length > 0 ||
    items.some((item) => !isMissing(item) && (isListValue(item.value) || isStoredList(item.value)))
  ) {
    throw new NodeFailure(
      'LIST_TOO_LONG',
      `A list of files or of lists has at most ${MAX_VALUE_ITEMS.toLocaleString('en')} items, and this would have ${items.length.toLocaleString('en')}. Make a shorter one.`,
    );
  }
  const chunks: Buffer[] = [];
  for (let at = 0; at < items.length; at += LINES_PER_CHUNK) {
    const lines = items.slice(at, at + LINES_PER_CHUNK).map((item, index) => `${lineOf(item, at + index)}\n`);
    chunks.push(Buffer.from(lines.join('')));
  }
  const file = await execution.writeFile(Buffer.concat(chunks), 'list.jsonl', 'application/x-ndjson');
  return { kind: LIST_KIND, file, count: items.length };
}

function lineOf(item: ListItem, at: number): string {
  const trace = item.trace ?? [`item ${at + 1}`];
  return JSON.stringify(
    isMissing(item)
      ? { type: 'missing', error: item.error, trace }
      : { type: typeOf(item.value), value: item.value, trace },
  );
}

function typeOf(value: NodeValue): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'json' : typeof value;
}

/** A text by which values are compared: equal values have equal ones. */
export const keyOf = (value: NodeValue): string =>
  isFileValue(value) ? `file ${value.blob}` : JSON.stringify(value);

const collator = new Intl.Collator('en', { numeric: true });

/** Numbers by size, all else by the alphabet with numbers in texts by size, files by name. */
export function compareValues(a: NodeValue, b: NodeValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const textOf = (value: NodeValue): string =>
    isFileValue(value) ? value.filename : typeof value === 'string' ? value : JSON.stringify(value);
  return collator.compare(textOf(a), textOf(b));
}
