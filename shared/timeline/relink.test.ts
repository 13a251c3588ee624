import { describe, expect, it } from 'vitest';
import { TimelineDocument } from './document.ts';
import { relinkMedia } from './edits/index.ts';
import { matchesOf, missingMedia, type Candidate } from './relink.ts';
import { validateTimeline } from './timeline.ts';

const SHA = 'ab'.repeat(32);
const second = (value: number) => ({ value: value * 25, rate: 25 });

const film = (clips: object[]) =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1' }, { id: 'A1', locked: true }],
      clips: clips.map((clip, index) => ({
        id: `c${index}`,
        trackId: 'V1',
        startTime: index * 4,
        duration: 4,
        storageType: 'placeholder',
        ...clip,
      })),
    },
  });
const imported = (seconds: number, more = {}) => ({
  ext: {
    otio: {
      medium: {
        filename: 'A001.mov',
        base: 3600,
        available: { start: second(3600), duration: second(seconds) },
      },
      ...more,
    },
  },
});
const file = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: name,
  name,
  kind: 'video',
  seconds: null,
  framesPerSecond: null,
  sha256: null,
  ...more,
});
const [asked] = missingMedia(film([{ filename: 'A001.mov', ...imported(12) }]), null);

describe('media that are missing', () => {
  it('are listed once each, with what clips say of them', () => {
    const media = missingMedia(
      film([
        { filename: 'A001.mov', ...imported(12, { mediaMetadata: { patchbay: { sha256: SHA } } }) },
        { filename: 'A001.mov', trackId: 'A1', type: 'audio' },
        { filename: 'here.mov', storageType: 'library' },
        { filename: 'gone.mov', storageType: 'library', trimStart: 1, trimEnd: 2 },
        { type: 'text', name: 'Title' },
        {
          name: 'Bars',
          ext: { otio: { references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'GeneratorReference.1' } } } },
        },
        { name: 'No name of a file' },
      ]),
      new Map([['here.mov', {}]]),
    );
    expect(media).toMatchObject([
      {
        name: 'A001.mov',
        kind: 'video',
        clipIds: ['c0', 'c1'],
        length: 12,
        isLengthExact: true,
        rate: 25,
        sha256: SHA,
      },
      { name: 'gone.mov', length: 7, isLengthExact: true, rate: null, sha256: null },
      { name: 'No name of a file', clipIds: ['c6'] },
    ]);
  });

  it('are told from shots of the storyboard that never had a picture', () => {
    const shot = { ext: { patchbay: { version: 1, shotId: 'shot_1' } } };
    const media = missingMedia(
      film([{ name: 'Wide of the harbor', ...shot }, { filename: 'gone.png', ...shot }, { name: 'Import' }]),
      null,
    );
    expect(media.map(({ name, isShot }) => [name, isShot])).toEqual([
      ['Wide of the harbor', true],
      ['gone.png', false],
      ['Import', false],
    ]);
  });

  it('are only those without a file while the files are not known yet', () => {
    expect(missingMedia(film([{ filename: 'gone.mov', storageType: 'library' }]), null)).toEqual([]);
  });
});

describe('how sure a file is a missing medium', () => {
  it('goes from the same bytes over name and length to similar names', () => {
    const wanted = { ...asked!, sha256: SHA };
    const found = matchesOf(wanted, [
      file('a001_proxy.mp4'),
      file('a001.MOV', { seconds: 3 }),
      file('A001.mov', { seconds: 12.04 }),
      file('renamed.mov', { sha256: SHA }),
      file('a001.mov'),
      file('B002.mov', { seconds: 12 }),
      file('A001.mov', { kind: 'audio' }),
    ]);
    expect(found.map(({ candidate, match }) => [candidate.name, match])).toEqual([
      ['renamed.mov', 'hash'],
      ['A001.mov', 'name-and-length'],
      ['a001.mov', 'name'],
      ['a001.MOV', 'name'],
      ['a001_proxy.mp4', 'similar'],
    ]);
  });

  it('never takes short beginnings, numbers of shots or empty names for similar ones', () => {
    const names = (name: string, others: string[]) =>
      matchesOf(
        { ...asked!, name },
        others.map((other) => file(other)),
      ).map(({ candidate }) => candidate.name);
    expect(names('sh010.mov', ['sh020.mov', 'sh.mov', '.mov', 'sh010 (1).mov'])).toEqual(['sh010 (1).mov']);
    expect(names('', ['', 'a.mov'])).toEqual(['']);
  });

  it('calls a file that has at least what clips show the same name, and no more', () => {
    const [wanted] = missingMedia(
      film([{ filename: 'x.mov', ext: { otio: { medium: { filename: 'x.mov', base: 0 } } } }]),
      null,
    );
    expect(matchesOf(wanted!, [file('x.mov', { seconds: 60 })])[0]?.match).toBe('name');
  });
});

describe('a relink', () => {
  it('gives all clips their medium at once, on locked tracks too, and other programs their timecode', () => {
    const before = film([
      { filename: 'A001.mov', name: 'A001.mov', trimStart: 2, ...imported(12) },
      { filename: 'A001.mov', name: 'My sound', trackId: 'A1', type: 'audio' },
      { filename: 'other.mov' },
    ]);
    const found = { filename: 'take 3.mp4', fileId: 'f3', kind: 'video', length: 12, isSame: true } as const;
    const after = relinkMedia([{ ...found, clipIds: ['c0', 'c1'] }])(before)!;
    expect(after.timeline.clips).toMatchObject([
      {
        filename: 'take 3.mp4',
        name: 'take 3.mp4',
        storageType: 'library',
        trimStart: 2,
        trimEnd: 6,
        ext: { patchbay: { fileId: 'f3' }, otio: { medium: { filename: 'take 3.mp4', base: 3600 } } },
      },
      { filename: 'take 3.mp4', name: 'My sound', type: 'audio', trimEnd: 8 },
      { filename: 'other.mov', storageType: 'placeholder' },
    ]);
    expect(validateTimeline(after).ok).toBe(true);
    expect(missingMedia(after, new Map([['f3', {}]])).map(({ name }) => name)).toEqual(['other.mov']);
    const notTheSame = relinkMedia([{ ...found, isSame: false, clipIds: ['c0'] }])(before)!;
    expect(notTheSame.timeline.clips[0]!.ext!['otio']).toMatchObject({ medium: { filename: 'A001.mov' } });
  });

  it('is nothing where there are no such clips', () => {
    expect(relinkMedia([])(film([{ filename: 'a.mov' }]))).toBeNull();
  });
});
