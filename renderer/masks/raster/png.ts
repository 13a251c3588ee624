import type { MaskTiles } from './mask-tiles.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Rows that are compressed at a time. */
const ROWS_PER_CHUNK = 64;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (let at = 4; at < data.length + 8; at += 1) crc = CRC[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  view.setUint32(data.length + 8, (crc ^ 0xffffffff) >>> 0);
  return bytes;
}

/**
 * A mask as a PNG of one gray channel with eight bits (PNG specification, third edition). It is written row by row, so that no
 * picture of four channels is needed for it and each level stays what it is.
 */
export async function encodeMask(tiles: MaskTiles): Promise<Blob> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, tiles.width);
  view.setUint32(4, tiles.height);
  // Eight bits, gray; compression, filters and order have one value each.
  header.set([8, 0, 0, 0, 0], 8);
  const compressed = await new Response(
    rowsOf(tiles).pipeThrough(new CompressionStream('deflate')),
  ).arrayBuffer();
  return new Blob(
    [
      new Uint8Array(SIGNATURE),
      chunk('IHDR', header),
      chunk('IDAT', new Uint8Array(compressed)),
      chunk('IEND', new Uint8Array(0)),
    ],
    { type: 'image/png' },
  );
}

/** Rows, each behind the byte of its filter: none, as most rows are of one level. */
function rowsOf(tiles: MaskTiles): ReadableStream<Uint8Array<ArrayBuffer>> {
  let y = 0;
  return new ReadableStream({
    pull(controller) {
      const count = Math.min(ROWS_PER_CHUNK, tiles.height - y);
      const rows = new Uint8Array(count * (tiles.width + 1));
      for (let row = 0; row < count; row += 1, y += 1)
        tiles.readRow(y, rows.subarray(row * (tiles.width + 1) + 1, (row + 1) * (tiles.width + 1)));
      controller.enqueue(rows);
      if (y === tiles.height) controller.close();
    },
  });
}
