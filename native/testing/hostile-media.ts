import { crc32, deflateRawSync, constants } from 'node:zlib';

/** Files that are damaged, lie about themselves or are large: every decoder answers them, with a picture or an error. */

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function pngHeader(
  width: number,
  height: number,
  options: { bits: number; color: number; interlaced: boolean },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([options.bits, options.color, 0, 0, options.interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', header);
}

/** A zlib stream of zeros, without having them in memory: the same compressed block again and again. */
function compressedZeros(length: number): Buffer {
  const blockLength = 1024 * 1024;
  const block = deflateRawSync(Buffer.alloc(blockLength), { finishFlush: constants.Z_SYNC_FLUSH, level: 9 });
  const whole = Math.floor(length / blockLength);
  const rest = deflateRawSync(Buffer.alloc(length % blockLength), { level: 9 });
  const adler = Buffer.alloc(4);
  adler.writeUInt16BE(length % 65_521, 0);
  adler.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: whole }, () => block),
    rest,
    adler,
  ]);
}

/** A PNG of some kilobytes that is black and as large as asked. */
export function largePng(width: number, height: number): Buffer {
  const bytes = Math.ceil(width / 8 + 1) * height;
  return Buffer.concat([
    SIGNATURE,
    pngHeader(width, height, { bits: 1, color: 0, interlaced: false }),
    pngChunk('IDAT', compressedZeros(bytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG that says it is so large, with next to nothing in it. */
export function lyingPng(width: number, height: number): Buffer {
  return Buffer.concat([
    SIGNATURE,
    pngHeader(width, height, { bits: 8, color: 2, interlaced: false }),
    pngChunk('IDAT', deflateRawSync(Buffer.alloc(10))),
  ]);
}

/** A GIF of so many frames of one pixel. */
export function longGif(frames: number): Buffer {
  const head = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.from([
    0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A WAV whose sizes have nothing to do with what is in it. */
export function lyingWav(): Buffer {
  const wav = Buffer.alloc(60);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(0xffff_ffff, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(0xffff, 22);
  wav.writeUInt32LE(0xffff_ffff, 24);
  wav.writeUInt32LE(0xffff_ffff, 28);
  wav.writeUInt16LE(0, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(0xffff_fff0, 40);
  return wav;
}

/** An MP4 whose boxes say lengths of nothing, of more than there is, and lie in one another for ever. */
export function brokenMp4(): Buffer {
  const box = (type: string, content: Uint8Array, length = content.length + 8): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  let nested = box('trak', Buffer.alloc(0), 0xffff_ffff);
  for (let depth = 0; depth < 2000; depth += 1) nested = box('moov', nested);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    nested,
    box('mdat', Buffer.alloc(16), 1),
    box('stts', Buffer.alloc(8, 0xff), 0),
  ]);
}
