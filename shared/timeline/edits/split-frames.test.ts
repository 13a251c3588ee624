import { expect, test } from 'vitest';
import * as fc from '../../testing/property.ts';
import { frameCount, layersAt } from '../compose.ts';
import { TimelineDocument } from '../document.ts';
import { splitClips } from './index.ts';

/** As films are read: a frame may begin this much after the time it is asked for. */
const TOLERANCE = 0.001;

/** The number of the media frame that each frame of a film shows; null where it shows none. */
function framesShown(document: TimelineDocument, mediaRate: number): (number | null)[] {
  const { frameRate, projectDuration } = document.timeline;
  return Array.from({ length: frameCount(projectDuration, frameRate) }, (_, frame) => {
    const [layer] = layersAt(document, frame / frameRate);
    return layer ? Math.floor((layer.sourceTime + TOLERANCE) * mediaRate) : null;
  });
}

test('a split changes no frame of the film, also of a clip that lies between frames', () => {
  fc.assert(
    fc.property(
      fc.record({
        rate: fc.constantFrom(24, 25, 30_000 / 1001, 60),
        mediaRate: fc.constantFrom(24, 25, 30, 50),
        startTime: fc.double({ min: 0, max: 3, noNaN: true }),
        duration: fc.double({ min: 0.5, max: 4, noNaN: true }),
        trimStart: fc.double({ min: 0, max: 3, noNaN: true }),
        speed: fc.constantFrom(1, 0.5, 2, -1, 0),
        at: fc.double({ min: 0, max: 7, noNaN: true }),
      }),
      ({ rate, mediaRate, startTime, duration, trimStart, speed, at }) => {
        const document = TimelineDocument.parse({
          serviceType: 'timeline',
          version: 1,
          timeline: {
            frameRate: rate,
            projectDuration: startTime + duration,
            tracks: [{ id: 'V1' }],
            clips: [
              {
                id: 'a',
                trackId: 'V1',
                filename: 'a.mp4',
                startTime,
                duration,
                trimStart,
                trimEnd: 1,
                ext: { patchbay: { version: 1, speed } },
              },
            ],
          },
        });
        const split = splitClips(at, null, () => 'b')(document) ?? document;
        expect(framesShown(split, mediaRate)).toEqual(framesShown(document, mediaRate));
      },
    ),
    { numRuns: fc.runs(300) },
  );
});
