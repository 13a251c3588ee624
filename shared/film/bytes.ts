/** Reads a part of a file; fewer bytes where it ends. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>;

/** Unpacks what zlib has packed, as far as it is whole and not beyond a number of bytes. */
export type Unpack = (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

/** Bytes as text, one character each: the names of chunks and boxes. */
export const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
