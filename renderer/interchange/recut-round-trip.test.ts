import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { documentOf, film, FORMATS, home } from './testing/round-trip.ts';

describe.each(FORMATS)('a timeline that left as %s', (format) => {
  it('and comes home as it was tells no change, and taking it changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(film, async (made) => {
        const document = documentOf(made);
        const { told, taken, markers } = await home(document, document, format);
        expect({ told, markers }).toEqual({ told: [], markers: 0 });
        expect(taken.timeline.clips).toEqual(document.timeline.clips);
        expect(taken.timeline.tracks).toEqual(document.timeline.tracks);
      }),
      { numRuns: fc.runs(60) },
    );
  });
});
