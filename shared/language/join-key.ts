/** One key of a map made of several texts. Unambiguous, whatever the texts hold. */
export function joinKey(...parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}
