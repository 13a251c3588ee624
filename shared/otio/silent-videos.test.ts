import { describe, expect, it } from 'vitest';
import { TimelineDocument } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';

/** A film with a video, a still and music, as another program gives it back: without our metadata. */
function importOf(sounds: readonly string[]) {
  const document = TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'v' }, { id: 'a' }],
      clips: [
        { id: 'c1', trackId: 'v', filename: 'anna.mov', startTime: 0, duration: 2 },
        { id: 'c2', trackId: 'v', filename: 'anna.mov', startTime: 2, duration: 2 },
        { id: 'c3', trackId: 'v', filename: 'photo.png', type: 'image', startTime: 4, duration: 2 },
        ...sounds.map((filename, index) => ({
          id: `s${index}`,
          trackId: 'a',
          filename,
          type: 'audio',
          startTime: index,
          duration: 1,
        })),
      ],
    },
  });
  const stripped = JSON.stringify(JSON.parse(timelineToOtio(document).text), (key, value: unknown) =>
    key === 'patchbay' ? undefined : value,
  );
  const { document: back, warnings } = otioToTimeline(stripped, ({ name }) => ({
    filename: name,
    contentType: name.endsWith('.png') ? 'image/png' : 'video/quicktime',
  }));
  const volumes = back.timeline.clips.filter(({ type }) => type !== 'audio').map(({ volume }) => volume);
  return { volumes, silent: warnings.filter(({ code }) => code === 'VIDEO_SILENT') };
}

describe('videos of a file that has sound on tracks of its own', () => {
  it('are silent, which is said once of each whose sound is not in the file; a still stays as it is', () => {
    const { volumes, silent } = importOf(['music.wav']);
    expect(volumes).toEqual([0, 0, 1]);
    expect(silent).toMatchObject([{ message: expect.stringContaining('"anna.mov" is silent') }]);
  });

  it('are silent without a word where their sound is a clip, and sound where the file has none', () => {
    expect(importOf(['music.wav', 'anna.mov'])).toEqual({ volumes: [0, 0, 1], silent: [] });
    expect(importOf([])).toEqual({ volumes: [1, 1, 1], silent: [] });
  });
});
