import { textAt, viewOf } from './bytes.ts';

/** Tags of a profile that are looked at; more is no profile of a program. */
const MAX_TAGS = 128;
const HEADER_BYTES = 128;
const TAG_BYTES = 12;
/** The tag with its type, four bytes of nothing, primaries, transfer, matrix and range. */
const POINTS_BYTES = 12;

/** Code points of primaries and transfer. */
export interface ColorPoints {
  primaries: number;
  transfer: number;
  fullRange: boolean;
}

/** PQ and HLG: of these a profile for screens tells nothing that can be calculated with. */
const HDR_TRANSFERS: ReadonlySet<number> = new Set([16, 18]);

/**
 * The code points of an ICC profile of HDR; such a profile says them in a tag, as its tables can say no light above white.
 * Source: ICC.1:2022, 9.2.17 and 10.3. @param profile its first bytes are enough, as far as the tag
 * @returns null of any other profile
 */
export function iccPoints(profile: Uint8Array): ColorPoints | null {
  if (profile.length < HEADER_BYTES + 4 || textAt(profile, 36, 4) !== 'acsp') return null;
  const view = viewOf(profile);
  const count = Math.min(MAX_TAGS, view.getUint32(HEADER_BYTES));
  for (let tag = 0; tag < count; tag += 1) {
    const at = HEADER_BYTES + 4 + tag * TAG_BYTES;
    if (at + TAG_BYTES > profile.length) return null;
    if (textAt(profile, at, 4) !== 'cicp') continue;
    const offset = view.getUint32(at + 4);
    if (offset + POINTS_BYTES > profile.length || textAt(profile, offset, 4) !== 'cicp') return null;
    const [primaries = 2, transfer = 2, , range] = profile.subarray(offset + 8, offset + POINTS_BYTES);
    return HDR_TRANSFERS.has(transfer) ? { primaries, transfer, fullRange: range !== 0 } : null;
  }
  return null;
}
