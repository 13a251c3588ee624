import {
  ascii,
  bigEndian,
  DamagedFile,
  joined,
  latin,
  readExactly,
  SignedFile,
  uint32,
  uint64,
} from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { mergedPacket, newPacket, type Properties } from './xmp.ts';

/** MP4 and MOV: XMP is a box of its own behind all others, so that no place in the file changes. */

const XMP_ID = Uint8Array.of(
  0xbe,
  0x7a,
  0xcf,
  0xcb,
  0x97,
  0xa9,
  0x42,
  0xe8,
  0x9c,
  0x71,
  0x99,
  0x94,
  0x91,
  0xe3,
  0xaf,
  0xac,
);
const C2PA_ID = Uint8Array.of(
  0xd8,
  0xfe,
  0xc3,
  0xd6,
  0x1b,
  0x0e,
  0x48,
  0x3c,
  0x92,
  0x97,
  0x58,
  0x28,
  0x87,
  0x7e,
  0xc4,
  0x81,
);
const MAX_BOXES = 200_000;

interface Box {
  type: string;
  /** Of its length field. */
  from: number;
  /** Of its content. */
  start: number;
  to: number;
  /** Of boxes that have one instead of a type. */
  id: string;
}

/** The boxes of the file itself. @throws DamagedFile */
async function* boxesOf(source: RandomBytes): AsyncGenerator<Box> {
  let from = 0;
  for (let count = 0; from < source.size; count += 1) {
    if (count >= MAX_BOXES) throw new DamagedFile('It has too many boxes.');
    const head = await readExactly(source, from, 8);
    const type = latin(head.subarray(4));
    const isExtended = uint32(head, 0) === 1;
    const length = isExtended ? uint64(await readExactly(source, from + 8, 8), 0) : uint32(head, 0);
    const headLength = isExtended ? 16 : 8;
    // Without a length it goes on to the end, and nothing can stand behind it.
    if (length === 0) throw new DamagedFile('Its last box has no length.');
    if (length < headLength || from + length > source.size) throw new DamagedFile('A box is damaged.');
    const start = from + headLength;
    const hasId = type === 'uuid' && length >= headLength + 16;
    const id = hasId ? latin(await readExactly(source, start, 16)) : '';
    yield { type, from, start: start + (hasId ? 16 : 0), to: from + length, id };
    from += length;
  }
}

/** The XMP packet of a film. @returns null without any. @throws DamagedFile */
export async function packetOfMp4(source: RandomBytes, maxBytes: number): Promise<Uint8Array | null> {
  for await (const { id, start, to } of boxesOf(source)) {
    if (id === latin(XMP_ID) && to - start <= maxBytes) return readExactly(source, start, to - start);
  }
  return null;
}

/** A film with these properties instead of those it had. @throws DamagedFile, SignedFile */
export async function planMp4(
  source: RandomBytes,
  properties: Properties,
  maxBytes: number,
): Promise<BytesOrRange[]> {
  const remaining: BytesOrRange[] = [];
  let packet: Uint8Array | null = null;
  let from = 0;
  let end = source.size;
  for await (const box of boxesOf(source)) {
    if (box.id === latin(C2PA_ID)) throw new SignedFile('It is signed as it is.');
    // The index of a film in fragments is looked for at its very end.
    if (box.type === 'mfra' && box.to === source.size) end = box.from;
    if (box.id !== latin(XMP_ID)) continue;
    if (box.to - box.start > maxBytes) throw new DamagedFile('Its properties are too large.');
    packet ??= await readExactly(source, box.start, box.to - box.start);
    // What comes behind it has to stay where it is: the box becomes an empty place.
    const typeAt = box.from + 4;
    remaining.push({ from, to: typeAt }, ascii('free'));
    from = typeAt + 4;
  }
  const merged = packet === null ? newPacket(properties) : mergedPacket(packet, properties);
  if (merged === null) throw new DamagedFile('Its properties cannot be read.');
  const ours = joined([bigEndian(24 + merged.length, 4), ascii('uuid'), XMP_ID, merged]);
  return [
    ...remaining,
    { from, to: end },
    ours,
    ...(end < source.size ? [{ from: end, to: source.size }] : []),
  ];
}
