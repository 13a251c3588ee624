import { describe, expect, it } from 'vitest';
import { layersAt } from '#shared/timeline/compose.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { captionFiles, visibleCaptions, stripCaptions } from './export-captions.ts';
import { captionTexts, describeFilmProblem } from './make-film-file.ts';

const captions = (id: string, fields = {}) => ({
  id,
  ext: { patchbay: { version: 1, kind: 'captions' } },
  ...fields,
});
const words = (id: string, trackId: string, startTime: number, duration: number) => {
  return { id, trackId, type: 'text', name: `words of ${id}`, startTime, duration };
};
const { timeline } = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    tracks: [
      { id: 'v' },
      captions('en'),
      captions('de'),
      captions('fr', { mutedVideo: true }),
      captions('empty'),
    ],
    clips: [
      words('title', 'v', 0, 10),
      words('early', 'en', 0, 2),
      words('late', 'en', 4, 4),
      words('other', 'de', 5, 1),
      words('hidden', 'fr', 5, 1),
    ],
  },
});

describe('captions of an export', () => {
  it('are those that are shown', () => {
    expect(visibleCaptions(timeline).map(({ id }) => id)).toEqual(['en', 'de']);
  });

  it('are left out of the picture, where titles stay', () => {
    const seen = (body: typeof timeline) => layersAt({ timeline: body }, 5).map(({ clip }) => clip.id);
    expect(seen(timeline)).toEqual(['title', 'late', 'other']);
    expect(seen(stripCaptions(timeline))).toEqual(['title']);
  });

  it('go into files beside the film, by the times of its range', () => {
    expect(captionFiles(timeline, { from: 3, to: 5.5 }, 'Film')).toEqual([
      { name: 'Film.srt', text: '1\n00:00:01,000 --> 00:00:02,500\nwords of late\n' },
      { name: 'Film 2.srt', text: '1\n00:00:02,000 --> 00:00:02,500\nwords of other\n' },
    ]);
    expect(captionFiles(timeline, { from: 2, to: 4 }, 'Film')).toEqual([]);
  });

  it('have the name of the film, and there are none unless they are wanted beside it', () => {
    const order = { range: { from: 0, to: 9 }, name: 'Cut: 1/2', isFilm: true };
    expect(captionTexts(timeline, { ...order, captions: 'beside' }).map(({ name }) => name)).toEqual([
      'Cut- 1-2.srt',
      'Cut- 1-2 2.srt',
    ]);
    expect(captionTexts(timeline, { ...order, captions: 'burnt' })).toEqual([]);
    expect(captionTexts(timeline, { ...order, captions: 'beside', isFilm: false })).toEqual([]);
  });
});

describe('a film that could not be made', () => {
  it('says what to do when the disk is full', () => {
    expect(describeFilmProblem(new Error('QuotaExceededError: The disk is full.'))).toContain(
      'There is no room for the film on this disk. Free some',
    );
    expect(describeFilmProblem('?')).toContain('Try another format');
  });
});
