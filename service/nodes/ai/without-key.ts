import { isFileValue, type NodeValue, type ProviderAccess } from '../definition.ts';

/**
 * Takes a provider's key out of what the provider says. It knows the key it was sent and may repeat it, plain or encoded;
 * nothing that is stored or shown has any use for it.
 */

const REDACTED = '[key]';
/** A shorter text is no key, and would be found in anything. */
const MIN_KEY_LENGTH = 8;
/** What people type where a server on their computer wants any key at all. */
const NO_KEYS: ReadonlySet<string> = new Set([
  'lm-studio',
  'not-needed',
  'no-key-needed',
  'sk-no-key-required',
]);

type KeyOf = Pick<ProviderAccess, 'key'> | null;

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** Every way in which JSON, a URL or HTML may spell a character: itself, escaped, `\\u0073`, `%73`, `&#115;`. */
function spellings(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(2, '0');
  const encodings = [
    String.raw`\\?${escapePattern(character)}`,
    String.raw`\\u00${hex}`,
    String.raw`(?:\\x|%|0x|\s)?${hex}`,
    `&#(?:0*${code}|x0*${hex});`,
  ];
  return `(?:${encodings.join('|')})`;
}

/** What Base64 makes of a key whatever stands before it: the characters that only the key decides. */
function base64Cores(key: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    const alignedLength = Math.floor(bytes.length / 3) * 3;
    return bytes
      .subarray(0, alignedLength)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
  });
}

const patterns = new Map<string, RegExp>();

function patternOf(key: string): RegExp {
  const cached = patterns.get(key);
  if (cached !== undefined) return cached;
  // `+/` and `-_` are the same characters of two alphabets.
  const base64 = base64Cores(key)
    .filter((core) => core.length >= MIN_KEY_LENGTH)
    .map((core) =>
      escapePattern(core)
        .replaceAll('+', '(?:[+-]|%2B)')
        .replaceAll(String.raw`\/`, '(?:[/_]|%2F)'),
    );
  // Neighbors that the key decides in part go along.
  const encoded = base64.map((core) => `[\\w+/-]{0,3}${core}[\\w+/-]{0,4}=*`);
  const pattern = new RegExp([Array.from(key, spellings).join(''), ...encoded].join('|'), 'gi');
  // One provider is asked at a time, or a few.
  if (patterns.size > 64) patterns.clear();
  patterns.set(key, pattern);
  return pattern;
}

/** Whether the key is one that could be recognized in a text at all. */
const isSecret = (key: string | null): key is string =>
  key !== null && key.length >= MIN_KEY_LENGTH && !NO_KEYS.has(key);

/** Text with the provider's key taken out, however it is spelled. */
export const redactKey = (provider: KeyOf, text: string): string =>
  provider === null || !isSecret(provider.key) ? text : text.replaceAll(patternOf(provider.key), REDACTED);

/**
 * The end of a text that is still being written, for people: without the key, and without what may become one.
 * @param length characters that are shown, at most.
 */
export function redactedTail(provider: KeyOf, text: string, length: number): string {
  if (provider === null || !isSecret(provider.key)) return text.slice(-length);
  const { key } = provider;
  // A key that begins before what is shown is found whole.
  const redactedText = redactKey(provider, text.slice(-(length + 8 * key.length)));
  for (let size = Math.min(key.length - 1, redactedText.length); size >= 4; size -= 1) {
    if (key.toLowerCase().startsWith(redactedText.slice(-size).toLowerCase()))
      return redactedText.slice(-length - size, -size);
  }
  return redactedText.slice(-length);
}

/** What a node made with the key taken out of all its texts, names of fields included. */
export function redactOutputs(
  provider: KeyOf,
  outputs: Record<string, NodeValue>,
): Record<string, NodeValue> {
  if (provider === null || !isSecret(provider.key)) return outputs;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return redactKey(provider, value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [redactKey(provider, name), clean(item)]),
    );
  };
  return Object.fromEntries(
    Object.entries(outputs).map(([pin, value]) => [
      pin,
      isFileValue(value)
        ? { ...value, filename: redactKey(provider, value.filename) }
        : (clean(value) as NodeValue),
    ]),
  );
}

/** Whether bytes hold the key as it is: a picture may carry texts. */
export const bytesContainKey = (provider: KeyOf, bytes: Uint8Array): boolean =>
  provider !== null &&
  isSecret(provider.key) &&
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(provider.key);
