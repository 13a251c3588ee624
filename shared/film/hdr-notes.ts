import { textAt, viewOf, type ReadBytes } from './bytes.ts';
import { iccPoints } from './icc-points.ts';

/**
 * HDR of a picture that is not used here. A gain map says beside an ordinary picture how bright screens of HDR may show it, and the
 * ordinary picture is used. A JPEG whose profile is of PQ or HLG has no ordinary picture. Only headers are looked at, within limits.
 * Sources: ISO 21496-1; Adobe, Gain Map 1.0; Android, Ultra HDR image format 1.1; ISO/IEC 23008-12 (tmap).
 */
export type UnusedHdr = 'gain-map' | 'profile';

/** Segments of a JPEG that are walked over, and bytes of one that are looked at. */
const MAX_SEGMENTS = 128;
const MAX_SEGMENT = 64 * 1024;
const SCAN = 0xda;
const APP1 = 0xe1;
const APP2 = 0xe2;

const ICC = 'ICC_PROFILE\0';
/** Identifier, number and count. */
const ICC_HEAD = ICC.length + 2;
const MAP_URN = 'urn:iso:std:iso:ts:21496:-1\0';
/** Words of the packets of metadata in which it is said. */
const MAP_WORDS = ['hdrgm:Version', 'http://ns.apple.com/HDRGainMap/'];

/** @returns null of a picture of which all is used. @throws what reading says */
export async function unusedHdr(read: ReadBytes): Promise<UnusedHdr | null> {
  const head = await read(0, 64);
  if (head[0] === 0xff && head[1] === 0xd8) return inJpeg(read);
  return textAt(head, 4, 8) === 'ftypavif' && hasBrand(head, 'tmap') ? 'gain-map' : null;
}

function hasBrand(head: Uint8Array, brand: string): boolean {
  const size = Math.min(head.length, viewOf(head).getUint32(0));
  for (let at = 16; at + 4 <= size; at += 4) if (textAt(head, at, 4) === brand) return true;
  return false;
}

async function inJpeg(read: ReadBytes): Promise<UnusedHdr | null> {
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = await read(at, 4);
    if (head.length < 4 || head[0] !== 0xff || head[1] === SCAN) return null;
    const length = viewOf(head).getUint16(2);
    if (length < 2) return null;
    if (head[1] === APP1 || head[1] === APP2) {
      const found = ofSegment(await read(at + 4, Math.min(length - 2, MAX_SEGMENT)));
      if (found) return found;
    }
    at += 2 + length;
  }
  return null;
}

function ofSegment(content: Uint8Array): UnusedHdr | null {
  if (textAt(content, 0, MAP_URN.length) === MAP_URN) return 'gain-map';
  // A profile of HDR says its code points in its first part: there is no more than their tag beside short names.
  if (textAt(content, 0, ICC.length) === ICC) return iccPoints(content.subarray(ICC_HEAD)) ? 'profile' : null;
  if (textAt(content, 0, 28) !== 'http://ns.adobe.com/xap/1.0/') return null;
  const packet = textAt(content, 0, content.length);
  return MAP_WORDS.some((word) => packet.includes(word)) ? 'gain-map' : null;
}
