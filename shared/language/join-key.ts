/** One key of a map made of several texts. Unambiguous, whatever the texts hold. */
export function joinKey(...parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** The texts that a key of `joinKey` was made of. */
export function splitKey(key: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < key.length;) {
    const colon = key.indexOf(':', at);
    const end = colon + 1 + Number(key.slice(at, colon));
    parts.push(key.slice(colon + 1, end));
    at = end;
  }
  return parts;
}
