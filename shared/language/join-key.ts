/** One key of a map made of several texts. Unambiguous, whatever the texts hold. */
export function joinKey(...segments: readonly string[]): string {
  let key = '';
  for (const segment of segments) key += `${segment.length}:${segment}`;
  return key;
}

/** The texts that a key of `joinKey` was made of. */
export function splitKey(key: string): string[] {
  const segments: string[] = [];
  for (let at = 0; at < key.length;) {
    const colon = key.indexOf(':', at);
    const end = colon + 1 + Number(key.slice(at, colon));
    segments.push(key.slice(colon + 1, end));
    at = end;
  }
  return segments;
}
