import { asRecord } from '../document/problems.ts';
import { writableMetadata, type Note } from './foreign-objects.ts';
import type { OtioObject } from './objects.ts';
import { Double } from './write-json.ts';

/** Small objects that every part of an export writes. */

/** @param value units, `rate` of them a second. */
export const otioTimeOf = (value: number, rate: number): OtioObject => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate: new Double(rate),
  value: new Double(value),
});

/** A range in units, `rate` of them a second. */
export const otioRangeOf = (range: { start: number; duration: number; rate: number }): OtioObject => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: otioTimeOf(range.duration, range.rate),
  start_time: otioTimeOf(range.start, range.rate),
});

/** What an import kept of an item. */
export const preservedOtio = (item: { ext?: Record<string, unknown> | undefined }): OtioObject =>
  asRecord(item.ext?.['otio']);

/** The `ext` of an item without what came from OTIO, which goes to its own places. */
export function patchbayExt(ext: Record<string, unknown> | undefined, note: Note): { ext?: OtioObject } {
  const { otio: _otio, ...remaining } = ext ?? {};
  return Object.keys(remaining).length > 0 ? { ext: writableMetadata(remaining, note) } : {};
}
