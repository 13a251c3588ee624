import { ascii, DamagedFile, joined, latin, readExactly, SignedFile } from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { mergedPacket, newPacket, type Properties } from './xmp.ts';

/** GIF: XMP is an application extension before the first picture, as the XMP specification (part 3) says. */

const HEADER_LENGTH = 13;
const EXTENSION = 0x21;
const APPLICATION = 0xff;
const NAME_LENGTH = 11;
const XMP_NAME = 'XMP DataXMP';
const C2PA_NAME = 'C2PA_GIF';
/** Behind the packet: whatever byte of it a reader takes for a length, this leads it to the end. */
const TRAILER = Uint8Array.from({ length: 258 }, (_, at) => (at === 0 ? 1 : at > 256 ? 0 : 256 - at));
const MAX_BLOCKS = 100_000;

interface Extension {
  from: number;
  to: number;
  /** Of an application; empty of others. */
  name: string;
}

async function tablesEnd(source: RandomBytes): Promise<number> {
  const head = await readExactly(source, 0, HEADER_LENGTH);
  if (!/^GIF8[79]a$/.test(latin(head.subarray(0, 6)))) throw new DamagedFile('It has no header.');
  const flags = head[10] ?? 0;
  return HEADER_LENGTH + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
}

/** The extensions before the first picture. @throws DamagedFile */
async function* extensionsOf(source: RandomBytes): AsyncGenerator<Extension> {
  let from = await tablesEnd(source);
  let blocks = 0;
  while ((await readExactly(source, from, 1))[0] === EXTENSION) {
    const [, label = 0, length = 0] = await readExactly(source, from, 3);
    const isNamed = label === APPLICATION && length === NAME_LENGTH;
    const name = isNamed ? latin(await readExactly(source, from + 3, NAME_LENGTH)) : '';
    let at = from + 2;
    for (let size = length; size > 0; blocks += 1) {
      if (blocks > MAX_BLOCKS) throw new DamagedFile('It has too many blocks.');
      at += 1 + size;
      size = (await readExactly(source, at, 1))[0] ?? 0;
    }
    yield { from, to: at + 1, name };
    from = at + 1;
  }
}

/** The XMP packet of an extension: not in blocks, so that it is read as it lies. */
async function packetOf(
  source: RandomBytes,
  { from, to }: Extension,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const start = from + 3 + NAME_LENGTH;
  const length = to - start - TRAILER.length;
  if (length <= 0 || length > maxBytes) return null;
  return readExactly(source, start, length);
}

/** The XMP packet of a GIF. @returns null without any. @throws DamagedFile */
export async function packetOfGif(source: RandomBytes, maxBytes: number): Promise<Uint8Array | null> {
  for await (const extension of extensionsOf(source)) {
    if (extension.name === XMP_NAME) return packetOf(source, extension, maxBytes);
  }
  return null;
}

/** A GIF with these properties instead of those it had. @throws DamagedFile, SignedFile */
export async function planGif(
  source: RandomBytes,
  properties: Properties,
  maxBytes: number,
): Promise<BytesOrRange[]> {
  const start = await tablesEnd(source);
  const remaining: BytesOrRange[] = [];
  let packet: Uint8Array | null = null;
  let from = start;
  for await (const extension of extensionsOf(source)) {
    if (extension.name.startsWith(C2PA_NAME)) throw new SignedFile('It is signed as it is.');
    if (extension.name !== XMP_NAME) continue;
    packet ??= await packetOf(source, extension, maxBytes);
    if (extension.from > from) remaining.push({ from, to: extension.from });
    from = extension.to;
  }
  const merged = packet === null ? newPacket(properties) : mergedPacket(packet, properties);
  if (merged === null) throw new DamagedFile('Its properties cannot be read.');
  const ours = joined([Uint8Array.of(EXTENSION, APPLICATION, NAME_LENGTH), ascii(XMP_NAME), merged, TRAILER]);
  // Extensions are of the version of 1989.
  return [ascii('GIF89a'), { from: 6, to: start }, ours, ...remaining, { from, to: source.size }];
}
