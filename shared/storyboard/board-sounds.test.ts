import { expect, test } from 'vitest';
import {
  clipExt,
  emptyTimeline,
  trackExt,
  validateTimeline,
  type TimelineClip,
  type TimelineDocument,
} from '../timeline/index.ts';
import { animaticFilm } from './animatic-film.ts';
import { changeKey } from './board-choice.ts';
import { soundsOfBoard, omitSounds } from './board-sounds.ts';
import { clipsOfBoard } from './board-clips.ts';
import { timelineFromBoard, type UpdateChoices } from './board-timeline.ts';
import type { StoryboardDocument } from './document.ts';
import { validateStoryboard } from './storyboard.ts';
import { storyboardToTimeline } from './to-timeline.ts';

const find = ({ filename = '' }: { filename?: string }) => ({
  fileId: `id-${filename}`,
  filename,
  contentType: filename.endsWith('.wav') ? 'audio/wav' : 'image/png',
});

const shot = (id: string, durationSeconds: number, ...media: string[]) => ({
  id,
  name: id,
  durationSeconds,
  panels: media.map((medium) => ({ media: medium })),
});
function boardOf(...shots: unknown[]): StoryboardDocument {
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: [{ id: 's', shots }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

/** The board brought to a timeline, as the dialog does it. @param isMade which clips a service makes. */
function bring(
  board: StoryboardDocument,
  current = emptyTimeline('Timeline'),
  choices: UpdateChoices = {},
  isMade: (clip: TimelineClip) => boolean = () => true,
) {
  const converted = storyboardToTimeline(omitSounds(board, find), { frameRate: 25 }, find);
  if (!converted.ok) throw new Error(converted.message);
  let end = 0;
  converted.document.timeline.clips = converted.document.timeline.clips.filter(isMade).map((clip) => {
    end += clip.duration;
    return { ...clip, startTime: end - clip.duration };
  });
  const made = clipsOfBoard(board, converted.document, find);
  const sounds = soundsOfBoard(board, made, find);
  const update = timelineFromBoard(current, made, converted.document, null, { ...choices, sounds });
  if (!update) throw new Error('Nothing can be made.');
  const checked = validateTimeline(update.document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return { ...update, sounds, warnings: converted.warnings };
}
const shown = ({ timeline }: TimelineDocument): string[] =>
  timeline.clips
    .toSorted((a, b) => a.startTime - b.startTime || a.trackId.localeCompare(b.trackId))
    .map(({ name, type, trackId, startTime, duration }) =>
      [`${trackId}:`, name, type, `${startTime}+${duration}`].join(' '),
    );
const edited = (document: TimelineDocument, name: string, change: object): TimelineDocument => ({
  ...document,
  timeline: {
    ...document.timeline,
    clips: document.timeline.clips.map((clip) => (clip.name === name ? { ...clip, ...change } : clip)),
  },
});

const film = boardOf(shot('quay', 2, 'steps.wav', 'quay.png'), shot('sea', 3, 'waves.wav'), shot('sky', 1));

test('sounds of shots lie below their shots on a sound track, and the shots show their pictures', () => {
  const { document, warnings, changes } = bring(film);
  expect(warnings).toEqual([]);
  expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toContain('new steps.wav');
  expect(shown(document)).toEqual([
    'track-board: quay image 0+2',
    'track-board-sound: steps.wav audio 0+2',
    'track-board: sea image 2+3',
    'track-board-sound: waves.wav audio 2+3',
    'track-board: sky image 5+1',
  ]);
  expect(document.timeline.clips[0]?.filename).toBe('quay.png');
  const track = document.timeline.tracks.find(({ id }) => id === 'track-board-sound');
  expect(track && trackExt(track).kind).toBe('sound');
});

test('a service sees pictures alone, and panels that hold nothing as they are', () => {
  const panels = [{ media: 'a.wav' }, { name: 'Note' }, { media: ['b.wav', 'c.png'] }, { media: ['d.wav'] }];
  const sent = omitSounds(boardOf({ id: 'quay', panels }), find);
  expect(sent.sequences[0]?.shots[0]?.panels).toEqual([{ name: 'Note' }, { media: ['c.png'] }]);
});

test('two sounds of one shot lie on a track each, and the same one twice sounds once', () => {
  const { document } = bring(boardOf(shot('quay', 2, 'steps.wav', 'gulls.wav', 'steps.wav')));
  expect(shown(document)).toEqual([
    'track-board: quay image 0+2',
    'track-board-sound: steps.wav audio 0+2',
    'track-board-sound-2: gulls.wav audio 0+2',
  ]);
});

test('all sounds of shots with long ids come, also where the ids begin alike', () => {
  const long = 'x'.repeat(198);
  const board = boardOf(
    shot(`${long}a`, 2, 'steps.wav', 'gulls.wav'),
    shot(`${long}b`, 3, 'steps.wav', 'waves.wav'),
  );
  const { document } = bring(board);
  const sounds = document.timeline.clips.filter(({ type }) => type === 'audio');
  expect(sounds.map(({ name, startTime }) => `${name} ${startTime}`)).toEqual([
    'steps.wav 0',
    'gulls.wav 0',
    'steps.wav 2',
    'waves.wav 2',
  ]);
  expect(bring(board, document).document).toBe(document);
});

test('made again without a change, the timeline is the same object', () => {
  const { document } = bring(film);
  expect(bring(film, document)).toMatchObject({ changes: [], clashes: [], preserved: [] });
  expect(bring(film, document).document).toBe(document);
});

test('sounds go with their shots: longer, moved, new and gone', () => {
  const { document } = bring(film);
  const board = boardOf(shot('sea', 4, 'waves.wav'), shot('quay', 2, 'quay.png'), shot('sky', 1, 'wind.wav'));
  const update = bring(board, document);
  expect(shown(update.document)).toEqual([
    'track-board: sea image 0+4',
    'track-board-sound: waves.wav audio 0+4',
    'track-board: quay image 4+2',
    'track-board: sky image 6+1',
    'track-board-sound: wind.wav audio 6+1',
  ]);
  expect(update.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['length waves.wav', 'new wind.wav', 'gone steps.wav']),
  );
  expect(update.preserved).toEqual([]);
});

test('a sound counts as edited where its own length was changed, not where that of its shot was', () => {
  const { document } = bring(film);
  const shorter = edited(document, 'sea', { duration: 2 });
  const lengths = (current: TimelineDocument) =>
    bring(film, current).preserved.map(({ field, name }) => `${field} ${name}`);
  expect(lengths(shorter)).toEqual(['length sea']);
  expect(lengths(edited(shorter, 'waves.wav', { duration: 2 }))).toEqual(['length sea']);
  expect(lengths(edited(shorter, 'waves.wav', { duration: 1 }))).toEqual(['length sea', 'length waves.wav']);
  expect(lengths(edited(document, 'waves.wav', { duration: 2.96 }))).toEqual(['length waves.wav']);
});

test('what was edited on the timeline stays: a volume, a trim, a deleted sound, one whose shot has it no more', () => {
  const { document } = bring(film);
  const trimmed = edited(document, 'steps.wav', { duration: 1, volume: 0.5 });
  const longer = boardOf(
    shot('quay', 4, 'steps.wav', 'quay.png'),
    shot('sea', 3, 'waves.wav'),
    shot('sky', 1),
  );
  const update = bring(longer, trimmed);
  expect(shown(update.document)[1]).toBe('track-board-sound: steps.wav audio 0+1');
  expect(update.preserved.map(({ field, name }) => `${field} ${name}`)).toEqual([
    'length steps.wav',
    'values steps.wav',
  ]);

  const without = { ...document, timeline: { ...document.timeline } };
  without.timeline.clips = document.timeline.clips.filter(({ name }) => name !== 'waves.wav');
  expect(shown(bring(film, without).document)).not.toContain('track-board-sound: waves.wav audio 2+3');

  const silent = boardOf(shot('quay', 2, 'quay.png'), shot('sea', 3), shot('sky', 1));
  const gone = bring(silent, trimmed);
  expect(shown(gone.document).filter((line) => line.includes('audio'))).toEqual([
    'track-board-sound: steps.wav audio 0+1',
  ]);
  expect(gone.clashes).toEqual([expect.objectContaining({ name: 'steps.wav', how: 'gone' })]);
});

test('a new sound can be left for later, and is a change again the next time', () => {
  const silent = boardOf(shot('quay', 2, 'quay.png'), shot('sea', 3), shot('sky', 1));
  const { document } = bring(silent);
  const all = bring(film, document).changes.filter(({ kind }) => kind === 'new');
  expect(all.map(({ name }) => name)).toEqual(['steps.wav', 'waves.wav']);
  const some = bring(film, document, { left: new Set([changeKey(all[0]!)]) });
  expect(shown(some.document).filter((line) => line.includes('audio'))).toEqual([
    'track-board-sound: waves.wav audio 2+3',
  ]);
  expect(bring(film, some.document).changes.map(({ name }) => name)).toEqual(['steps.wav']);
});

test('the sound of a new shot that is left for later comes with its shot', () => {
  const { document } = bring(boardOf(shot('quay', 2, 'quay.png')));
  const board = boardOf(shot('quay', 2, 'quay.png'), shot('sea', 3, 'sea.png', 'waves.wav'));
  const isSea = ({ name }: { name: string }) => name === 'sea';
  const sea = bring(board, document).changes.find(isSea);
  const some = bring(board, document, { left: new Set([changeKey(sea!)]) });
  expect(shown(some.document)).toEqual(['track-board: quay image 0+2']);
  expect(some.changes.map(({ name }) => name)).toEqual(['sea']);
  const later = bring(board, some.document);
  expect(later.preserved).toEqual([]);
  expect(later.changes.map(({ name }) => name)).toEqual(['sea', 'waves.wav']);
  expect(shown(later.document)).toContain('track-board-sound: waves.wav audio 2+3');
});

test('a new sound of a shot whose clip was deleted comes once the clip is back', () => {
  const { document } = bring(boardOf(shot('quay', 2, 'quay.png'), shot('sea', 3, 'sea.png')));
  const without = { ...document, timeline: { ...document.timeline } };
  without.timeline.clips = document.timeline.clips.filter(({ name }) => name !== 'sea');
  const board = boardOf(shot('quay', 2, 'quay.png'), shot('sea', 3, 'sea.png', 'waves.wav'));
  const away = bring(board, without);
  expect(away.changes).toEqual([]);
  expect(away.preserved.map(({ field, name }) => `${field} ${name}`)).toEqual(['deleted sea']);
  expect(shown(away.document)).toEqual(shown(without));
  const back = { ...away.document, timeline: document.timeline };
  expect(shown(bring(board, back).document)).toContain('track-board-sound: waves.wav audio 2+3');
});

test('a locked sound track stays as it is: new sounds get a track of their own', () => {
  const { document } = bring(boardOf(shot('quay', 2, 'steps.wav'), shot('sea', 3)));
  const tracks = document.timeline.tracks.map((track) => ({
    ...track,
    locked: track.id === 'track-board-sound',
  }));
  const locked = { ...document, timeline: { ...document.timeline, tracks } };
  const update = bring(boardOf(shot('quay', 2, 'steps.wav'), shot('sea', 3, 'waves.wav')), locked);
  expect(shown(update.document)).toContain('track-board-sound-2: waves.wav audio 2+3');
});

test('a sound of a shot is played once in the animatic, also where the timeline has it', () => {
  const { document } = bring(film);
  const sounds = animaticFilm(film, find, document).clips.filter(({ type }) => type === 'audio');
  expect(sounds.map(({ filename }) => filename)).toEqual(['steps.wav', 'waves.wav']);
  expect(sounds.map((clip) => clipExt(clip).fileId)).toEqual(['id-steps.wav', 'id-waves.wav']);
});

const mixed = boardOf(
  shot('quay', 2, 'quay.png', 'steps.wav'),
  shot('sea', 3, 'waves.wav'),
  shot('pause', 5),
  shot('sky', 1, 'sky.png', 'wind.wav'),
);
const withPicture = ({ filename }: TimelineClip) => filename !== '';

test('where a service makes no clip of shots without a picture, those that sound get one, and all sounds come', () => {
  const { document } = bring(mixed, emptyTimeline('Timeline'), {}, withPicture);
  expect(shown(document)).toEqual([
    'track-board: quay image 0+2',
    'track-board-sound: steps.wav audio 0+2',
    'track-board: sea image 2+3',
    'track-board-sound: waves.wav audio 2+3',
    'track-board: sky image 5+1',
    'track-board-sound: wind.wav audio 5+1',
  ]);
  const again = bring(mixed, document, {}, withPicture);
  expect(again).toMatchObject({ changes: [], clashes: [], preserved: [] });
  expect(again.document).toBe(document);
});

test('sounds on a timeline stay where a service makes something else of the shots', () => {
  const { document } = bring(mixed);
  const other = bring(mixed, document, {}, ({ name }) => name === 'quay');
  expect(other.sounds).toBeNull();
  const soundsIn = ({ timeline }: TimelineDocument) =>
    timeline.clips.flatMap(({ name, type, duration }) => (type === 'audio' ? [`${name} ${duration}`] : []));
  expect(soundsIn(other.document)).toEqual(soundsIn(document));
  expect(other.changes.filter(({ after, before }) => (after ?? before)?.type === 'audio')).toEqual([]);
  expect(bring(mixed, other.document)).toMatchObject({ clashes: [] });
});
