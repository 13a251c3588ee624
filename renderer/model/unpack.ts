import type { Unpack } from '#shared/film/bytes.ts';

export const unpack: Unpack = async (packed, maxBytes) => {
  const unpacked = new Uint8Array(maxBytes);
  let length = 0;
  try {
    const packedBytes = new Blob([Uint8Array.from(packed)]);
    const reader = packedBytes.stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    while (length < maxBytes) {
      const { value } = await reader.read();
      if (value === undefined) break;
      const chunk = value.subarray(0, maxBytes - length);
      unpacked.set(chunk, length);
      length += chunk.length;
    }
    await reader.cancel();
  } catch {
    // Damaged, or cut off: what came before counts.
  }
  return unpacked.subarray(0, length);
};
