import { expect, test } from 'vitest';
import type { FileRecord } from '#shared/desk/index.ts';
import { TimelineDocument, type TimelineBody } from '#shared/timeline/document.ts';
import { filmGraph, mediaCount, runRejection } from './film-run-request.ts';

const timelineOf = (names: readonly string[], fields: object = {}): TimelineBody =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: { width: 320, height: 180 },
      tracks: [{ id: 't' }],
      clips: names.map((filename, index) => ({
        id: `c${index}`,
        trackId: 't',
        filename,
        startTime: index,
        duration: 1,
      })),
      ...fields,
    },
  }).timeline;

const libraryOf = (names: readonly string[]): ReadonlyMap<string, FileRecord> =>
  new Map(names.map((filename) => [filename, { fileId: `id-${filename}`, filename } as FileRecord]));

const graphOf = (timeline: TimelineBody, names: readonly string[]) =>
  filmGraph({
    timeline,
    library: libraryOf(names),
    title: 'Sea film',
    choices: { format: 'mp4', scale: 0.5, frameRate: 25, quality: 'high', range: { from: 0, to: 2 } },
    captions: 'burnt',
    unreadable: 'stop',
  });

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}.mp4`);

test('a film is asked for by one node, with a file for each medium', () => {
  const inputs = graphOf(timelineOf(['a.mp4', 'b.mp4', 'a.mp4', 'lost.mp4']), ['a.mp4', 'b.mp4'])?.nodes[0]
    ?.inputs;
  expect(inputs).toMatchObject({
    media: { type: 'json', value: { 'a.mp4': 'media1', 'b.mp4': 'media2' } },
    media1: { type: 'file', value: 'id-a.mp4' },
    media2: { type: 'file', value: 'id-b.mp4' },
    width: { value: 160 },
    height: { value: 90 },
    name: { value: 'Sea film' },
  });
  expect(inputs).not.toHaveProperty('media3');
});

test('the same film is asked for in the same words wherever the person stands in it', () => {
  const other = {
    zoom: 3,
    playheadPosition: 1,
    currentTime: 1,
    selectedClipIds: ['c0'],
    selectedTrackId: 't',
  };
  expect(graphOf(timelineOf(['a.mp4'], other), ['a.mp4'])).toEqual(graphOf(timelineOf(['a.mp4']), ['a.mp4']));
});

test('a film of more than 64 media is not asked for', () => {
  expect(graphOf(timelineOf(names(64)), names(64))).not.toBeNull();
  expect(graphOf(timelineOf(names(65)), names(65))).toBeNull();
});

test('what the node would refuse is said before, with what to do', () => {
  const timeline = timelineOf(['a.mp4']);
  const choices = { format: 'mp4', scale: 1, frameRate: 25, quality: 'high' } as const;
  expect(runRejection({ ...choices, range: { from: 0, to: 20_000 } }, timeline)).toBeNull();
  expect(runRejection({ ...choices, range: { from: 0, to: 20_001 } }, timeline)).toContain('Mark a range');
  expect(runRejection({ ...choices, range: { from: 86_400, to: 86_401 } }, timeline)).toContain('24 hours');
  const large = { projectResolution: { width: 7680, height: 4320 } };
  const short = { from: 0, to: 1 };
  expect(runRejection({ ...choices, range: short }, large)).toContain('7680 × 4320');
  expect(runRejection({ ...choices, scale: 0.5, range: short }, large)).toBeNull();
  expect(runRejection({ ...choices, format: 'wav', range: short }, large)).toBeNull();
  expect(mediaCount(timelineOf(['a.mp4', 'b.mp4', 'a.mp4', 'lost.mp4']), libraryOf(['a.mp4', 'b.mp4']))).toBe(
    2,
  );
});
