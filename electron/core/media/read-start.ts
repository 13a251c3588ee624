/** Reads no more than the first bytes of a source, and ends it. @returns at most `maxBytes`. */
export async function readStart(source: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    // Leaving the loop cancels the source.
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
