import {
  DamagedFile,
  joined,
  latin,
  readExactly,
  SignedFile,
  uint16,
  uint32,
  uint32Little,
} from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { mergedPacket, newPacket, type Properties } from './xmp.ts';

/** TIFF: XMP is a tag of its first directory, which is written anew behind all that is there; places in the file stay. */

const XMP_TAG = 700;
const C2PA_TAG = 52_545;
const BYTES = 1;
const ENTRY_LENGTH = 12;
const MAX_ENTRIES = 4096;
const MAX_FILE_BYTES = 0xffff_ffff;

interface Directory {
  isLittle: boolean;
  entries: Uint8Array[];
  /** Where the next directory is, as it is written. */
  next: Uint8Array;
}

async function readDirectory(source: RandomBytes): Promise<Directory> {
  const head = await readExactly(source, 0, 8);
  const isLittle = latin(head.subarray(0, 2)) === 'II';
  // Files above four gigabytes have another number, and longer entries.
  if ((!isLittle && latin(head.subarray(0, 2)) !== 'MM') || uint16(head, 2, isLittle) !== 42) {
    throw new DamagedFile('It has no header.');
  }
  const at = isLittle ? uint32Little(head, 4) : uint32(head, 4);
  const count = uint16(await readExactly(source, at, 2), 0, isLittle);
  if (count === 0 || count > MAX_ENTRIES) throw new DamagedFile('Its directory is damaged.');
  const bytes = await readExactly(source, at + 2, count * ENTRY_LENGTH + 4);
  const entries = Array.from({ length: count }, (_, index) =>
    bytes.slice(index * ENTRY_LENGTH, (index + 1) * ENTRY_LENGTH),
  );
  return { isLittle, entries, next: bytes.slice(count * ENTRY_LENGTH) };
}

/** @returns where its packet lies, and what it says; null without one. */
async function packetIn(source: RandomBytes, { isLittle, entries }: Directory, maxBytes: number) {
  const entry = entries.find((each) => uint16(each, 0, isLittle) === XMP_TAG);
  if (entry === undefined) return null;
  const read = isLittle ? uint32Little : uint32;
  const [length, at] = [read(entry, 4), read(entry, 8)];
  if (length <= 4 || length > maxBytes) return null;
  return { at, bytes: await readExactly(source, at, length) };
}

/** The XMP packet of a TIFF. @returns null without any. @throws DamagedFile */
export async function packetOfTiff(source: RandomBytes, maxBytes: number): Promise<Uint8Array | null> {
  const packet = await packetIn(source, await readDirectory(source), maxBytes);
  return packet && packet.bytes;
}

/** All that is there behind the header; an earlier packet becomes an empty place, so that nothing finds it. */
function bodyOf(source: RandomBytes, packet: { at: number; bytes: Uint8Array } | null): BytesOrRange[] {
  if (packet === null || packet.at < 8) return [{ from: 8, to: source.size }];
  const end = packet.at + packet.bytes.length;
  const ranges = [
    { from: 8, to: packet.at },
    new Uint8Array(packet.bytes.length),
    { from: end, to: source.size },
  ];
  return ranges.filter((range) => !('from' in range) || range.to > range.from);
}

/** A TIFF with these properties instead of those it had. @throws DamagedFile, SignedFile */
export async function planTiff(
  source: RandomBytes,
  properties: Properties,
  maxBytes: number,
): Promise<BytesOrRange[]> {
  const directory = await readDirectory(source);
  const { isLittle, entries, next } = directory;
  const tagOf = (entry: Uint8Array): number => uint16(entry, 0, isLittle);
  if (entries.some((entry) => tagOf(entry) === C2PA_TAG)) throw new SignedFile('It is signed as it is.');
  const packet = await packetIn(source, directory, maxBytes);
  const merged = packet === null ? newPacket(properties) : mergedPacket(packet.bytes, properties);
  if (merged === null) throw new DamagedFile('Its properties cannot be read.');
  const gap = source.size % 2;
  const packetAt = source.size + gap;
  const directoryAt = packetAt + merged.length + (merged.length % 2);
  if (directoryAt + (entries.length + 2) * ENTRY_LENGTH > MAX_FILE_BYTES)
    throw new DamagedFile('It would be too large.');
  const number = (value: number, bytes: 2 | 4): Uint8Array => {
    const created = new DataView(new ArrayBuffer(bytes));
    if (bytes === 2) created.setUint16(0, value, isLittle);
    else created.setUint32(0, value, isLittle);
    return new Uint8Array(created.buffer);
  };
  const ours = joined([number(XMP_TAG, 2), number(BYTES, 2), number(merged.length, 4), number(packetAt, 4)]);
  const all = [...entries.filter((entry) => tagOf(entry) !== XMP_TAG), ours].toSorted(
    (one, other) => tagOf(one) - tagOf(other),
  );
  return [
    { from: 0, to: 4 },
    number(directoryAt, 4),
    ...bodyOf(source, packet),
    new Uint8Array(gap),
    merged,
    new Uint8Array(merged.length % 2),
    number(all.length, 2),
    ...all,
    next,
  ];
}
