import { createHmac, createSecretKey } from 'node:crypto';
import { drain, SLICE_STEPS, type Slices } from '#shared/reading/index.ts';

/**
 * What of this computer may leave it in a diagnostics bundle. Everything is hidden unless a rule below lets it through:
 * structure, ids, numbers, states and times stay; whatever a person wrote or chose becomes a stand-in that is the same
 * for the same text within one bundle, so that edits still mean the same.
 */
export interface Redactor {
  /** Journal lines, operations and graphs. */
  edits(value: unknown): unknown;
  /** The same with pauses: a document may have a hundred thousand texts. */
  editsInSlices(value: unknown): Slices<unknown>;
  /** A stand-in for text: its length stays. */
  placeholder(text: string): string;
  /** Text of our own, such as a log message: whatever looks like a credential or a place on disk is taken out. */
  scrub(text: string): string;
}

/** Names of fields whose texts are ours or ids. Arrays count as their field. */
const UNREDACTED_FIELDS: ReadonlySet<string> = new Set(
  (
    'id nodeId entryIds from to by writer input type op t at ' +
    'label theme navigation state status kind problem'
  ).split(' '),
);
/** Fields whose whole content is a person's, whatever it is made of. */
const CONTENT: ReadonlySet<string> = new Set(['value']);
/** Requests are found again at a service by these; outside of it they are nothing, and nobody needs them. */
const DROPPED: ReadonlySet<string> = new Set(['idempotencyKey']);

const CREDENTIALS: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer [removed]'],
  // Keys of services and of providers: a short word, then a long run without a space.
  [/\b(?:pb|sk|pk|rk|key|xox[a-z]|gh[a-z]|AIza|eyJ)[_\-A-Za-z0-9.]{16,}/g, '[key removed]'],
  [/\b(?:https?|wss?):\/\/[^\s"')]+/gi, '[address removed]'],
  [/\b[0-9a-f]{40,}\b/gi, '[hash removed]'],
];
/** Of a path on disk its last two names stay: which file it was, not whose computer. */
const PATHS = /(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\\/\s"':()]+)*([\\/][^\\/\s"':()]+[\\/][^\\/\s"':()]+)/g;

/** @param salt of this bundle alone, never stored: without it a stand-in cannot be tried out against guesses. */
export function createRedactor(salt: Uint8Array): Redactor {
  // Made once: of the bytes themselves each stand-in would make it anew.
  const key = createSecretKey(salt);
  const placeholder = (text: string): string =>
    `text-${createHmac('sha256', key).update(text).digest('hex').slice(0, 12)}-${text.length}`;

  const scrub = (text: string): string => {
    let clean = text;
    for (const [pattern, replacement] of CREDENTIALS) clean = clean.replaceAll(pattern, replacement);
    return clean.replaceAll(PATHS, '…$1');
  };

  const content = (value: unknown): unknown => {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    return placeholder(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  };

  let steps = 0;

  function* edits(value: unknown, field = ''): Slices<unknown> {
    steps += 1;
    if (steps % SLICE_STEPS === 0) yield;
    if (typeof value === 'string') return UNREDACTED_FIELDS.has(field) ? scrub(value) : placeholder(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const item of value) list.push(yield* edits(item, field));
      return list;
    }
    const fields: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      if (DROPPED.has(name)) continue;
      // Inputs of a node are a record by input name, and an input may be called anything.
      if (field === 'inputs') fields.push([name, yield* edits(inner, 'one input')]);
      else fields.push([name, CONTENT.has(name) ? inputContent(inner) : yield* edits(inner, name)]);
    }
    return Object.fromEntries(fields);
  }

  /** In an operation `value` is an input with its type; in an input it is what the person gave. */
  function inputContent(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return content(value);
    const { type, value: inputValue, ...remaining } = value as Record<string, unknown>;
    const isInput = 'value' in value && Object.keys(remaining).length === 0;
    if (!isInput) return content(value);
    return { ...(typeof type === 'string' ? { type: scrub(type) } : {}), value: content(inputValue) };
  }

  return {
    edits: (value) => drain(edits(value)),
    editsInSlices: (value) => edits(value),
    placeholder,
    scrub,
  };
}
