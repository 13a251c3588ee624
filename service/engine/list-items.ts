import type { ListItem, NodeValue } from '#service/nodes/definition.ts';

/** Reading items of lists that a node made: nothing of them counts but what an item is made of. */

const MAX_TRACE = 8;
const MAX_NAME_LENGTH = 200;

const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value.slice(0, 2000).toWellFormed() : fallback;

/** An item as it may be: anything that is none is an empty value. */
export function readItem(item: unknown): ListItem {
  const { value, error, trace } = (typeof item === 'object' && item !== null ? item : {}) as {
    value?: NodeValue;
    error?: unknown;
    trace?: unknown;
  };
  const names = Array.isArray(trace)
    ? trace
        .filter((name): name is string => typeof name === 'string')
        .slice(0, MAX_TRACE)
        .map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed())
    : null;
  const from = names === null ? {} : { trace: names };
  if (typeof error !== 'object' || error === null) return { value: value ?? null, ...from };
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    error: {
      code: textOr(code, 'ITEM_MISSING'),
      message: textOr(message, 'This item is missing.'),
    },
    ...from,
  };
}
