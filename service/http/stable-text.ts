import { stableStringify } from '#shared/graph/stable-json.ts';
import { inSlices } from './slices.ts';

/** Levels down to which lists and objects are written entry by entry; what lies deeper is written in one go. */
const DIVIDED_LEVELS = 4;

/** The text of `stableStringify`; other requests have their turn while a large value is written. */
export async function stableText(value: unknown): Promise<string> {
  const pieces: string[] = [];
  await inSlices(write(value, pieces, 0));
  return pieces.join('');
}

function* write(value: unknown, pieces: string[], level: number): Generator<void, void, void> {
  if (level === DIVIDED_LEVELS || typeof value !== 'object' || value === null) {
    pieces.push(stableStringify(value));
    yield;
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      pieces.push(index === 0 ? '[' : ',');
      yield* write(item, pieces, level + 1);
    }
    pieces.push(value.length === 0 ? '[]' : ']');
    return;
  }
  const entries = Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [index, [key, child]] of entries.entries()) {
    pieces.push(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`);
    yield* write(child, pieces, level + 1);
  }
  pieces.push(entries.length === 0 ? '{}' : '}');
}
