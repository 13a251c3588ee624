import { SLICE_STEPS, type Slices } from '#shared/reading/index.ts';
import { inSlices } from './slices.ts';

/** Characters gathered before they become one piece: millions of small strings cost more than they hold. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * The text of `stableStringify` in pieces of UTF-8; other requests have their turn while a large value is written. It is
 * never put together: making one string of a million would hold everybody up.
 */
export const stableChunks = (value: unknown): Promise<Uint8Array[]> => inSlices(write(value));

/** A list or object on the way down, and the entry that is written next. */
interface Level {
  value: Record<string | number, unknown>;
  /** Sorted; null for a list. */
  keys: string[] | null;
  length: number;
  at: number;
}

function levelOf(value: object): Level {
  const fields = value as Level['value'];
  if (Array.isArray(value)) return { value: fields, keys: null, length: value.length, at: 0 };
  const keys = Object.keys(value)
    .filter((key) => fields[key] !== undefined)
    .sort();
  return { value: fields, keys, length: keys.length, at: 0 };
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* write(root: unknown): Slices<Uint8Array[]> {
  if (!isContainer(root)) return [Buffer.from(JSON.stringify(root) ?? 'null')];
  const chunks: Uint8Array[] = [];
  let text = '';
  const open: Level[] = [];
  const enter = (value: object): void => {
    const level = levelOf(value);
    text += level.keys === null ? '[' : '{';
    open.push(level);
  };
  enter(root);
  let steps = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    steps += 1;
    if (steps % SLICE_STEPS === 0) yield;
    if (text.length > CHUNK_CHARACTERS) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    if (level.at === level.length) {
      text += level.keys === null ? ']' : '}';
      open.pop();
      continue;
    }
    const key = level.keys === null ? level.at : level.keys[level.at]!;
    if (level.at > 0) text += ',';
    if (level.keys !== null) text += `${JSON.stringify(key)}:`;
    level.at += 1;
    const child = level.value[key];
    if (isContainer(child)) enter(child);
    else text += JSON.stringify(child) ?? 'null';
  }
  chunks.push(Buffer.from(text));
  return chunks;
}
