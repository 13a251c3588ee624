import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { summarizeTimeline, validateTimeline } from '../timeline/index.ts';
import {
  appendScenes,
  emptyStoryboard,
  storyboardJsonSchema,
  storyboardToTimeline,
  allMedia,
  resolveAll,
  summarizeApplied,
  summarizeStoryboard,
  validateStoryboard,
  type Conversion,
  type FindLibraryFile,
  type StoryboardDocument,
} from './index.ts';

const library = [
  { fileId: 'f1.png', filename: 'door.png', contentType: 'image/png' },
  { fileId: 'f2.mp4', filename: 'walk.mp4', contentType: 'video/mp4' },
  { fileId: 'f3.pdf', filename: 'script.pdf', contentType: 'application/pdf' },
];
const find: FindLibraryFile = ({ fileId, filename }) =>
  library.find((file) => file.fileId === fileId || file.filename === filename);

const input = (sequences: unknown, fields: object = {}) => ({
  serviceType: 'storyboard',
  name: 'Film',
  version: 1,
  sequences,
  settings: { aspectRatio: '16:9', defaultFrameDuration: 2 },
  ...fields,
});
const valid = (value: unknown): StoryboardDocument => {
  const checked = validateStoryboard(value);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
};
const converted = (conversion: Conversion) => {
  if (!conversion.ok) throw new Error(conversion.message);
  return conversion;
};

const film = valid(
  input([
    { id: 's2', name: 'Street', order: 1, shots: [{ id: 'c', durationSeconds: 4 }] },
    {
      id: 's1',
      name: 'House',
      order: 0,
      shots: [
        {
          id: 'b',
          order: 1,
          description: 'Walk',
          panels: [{ media: { url: 'https://x/y.png' } }, { media: 'walk.mp4' }],
        },
        {
          id: 'a',
          order: 0,
          durationSeconds: 1.5,
          panels: [
            { media: { fileId: 'f1.png' } },
            { media: [{ filename: 'gone.png' }, { kind: 'document' }, 'script.pdf', 'door.png'] },
          ],
        },
      ],
    },
  ]),
);

describe('validateStoryboard', () => {
  it('fills in defaults and orders', () => {
    expect(valid(input([{ id: 's', shots: [{ id: 'a' }] }], { settings: undefined }))).toMatchObject({
      sequences: [
        { id: 's', name: '', order: 0, shots: [{ id: 'a', order: 0, transition: 'cut', panels: [] }] },
      ],
      settings: { aspectRatio: '16:9', defaultFrameDuration: 3 },
    });
  });

  it('names every problem with its place', () => {
    const checked = validateStoryboard(
      input(
        [
          {
            id: 's',
            shots: [
              { id: 'a', durationSeconds: -1 },
              { id: 'a', colour: 1 },
            ],
          },
          { id: 's', shots: 'none' },
          { shots: [] },
        ],
        { settings: { aspectRatio: 'wide' }, version: '1' },
      ),
    );
    expect(checked.ok ? [] : checked.problems.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'sequences.0.shots.0.durationSeconds TOO_SMALL',
      'sequences.0.shots.1.colour UNKNOWN_FIELD',
      'sequences.0.shots.1.id DOUBLED_ID',
      'sequences.1.id DOUBLED_ID',
      'sequences.1.shots INVALID_TYPE',
      'sequences.2.id INVALID_TYPE',
      'settings.aspectRatio INVALID_FORMAT',
      'version INVALID_VALUE',
    ]);
  });

  it('agrees with its JSON Schema', () => {
    const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(storyboardJsonSchema());
    const inputs = [
      film,
      emptyStoryboard('New'),
      input([{ id: 's', shots: [{ id: 'a', panels: [{ media: null }] }] }]),
      input([{ id: 's', nonsense: 1 }]),
      input([{ name: 'no id' }]),
      input([], { serviceType: 'timeline' }),
    ];
    const verdicts = [true, true, true, false, false, false];
    expect(inputs.map((one) => accepts(one))).toEqual(verdicts);
    expect(inputs.map((one) => validateStoryboard(one).ok)).toEqual(verdicts);
  });
});

describe('summaries', () => {
  it('count scenes, shots and media, and say what became of each reference', () => {
    expect(summarizeStoryboard(film)).toEqual({ mediaCount: 7, sceneCount: 2, shotCount: 3 });
    const { warnings, ...counts } = summarizeApplied(film, resolveAll(allMedia(film), find));
    expect(counts).toEqual({
      mediaCount: 7,
      sceneCount: 2,
      shotCount: 3,
      documentMedia: 1,
      extraPanelMedia: 5,
      mediaImported: 3,
      mediaSkipped: 4,
      unresolvedMedia: 2,
      urlMedia: 1,
    });
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNRESOLVED_MEDIA_SKIPPED sequences.1.shots.1.panels.1.media.0',
      'DOCUMENT_MEDIA_SKIPPED sequences.1.shots.1.panels.1.media.1',
      'UNSUPPORTED_MEDIA_SKIPPED sequences.1.shots.1.panels.1.media.2',
      'URL_MEDIA_SKIPPED sequences.1.shots.0.panels.0.media',
    ]);
  });
});

describe('storyboardToTimeline', () => {
  it('names clips on one line', () => {
    const shots = [
      { id: 'a', description: 'Wide of the harbor\n' },
      { id: 'b', name: 'The lamp\r\nis lit' },
      { id: 'c', name: '\n', description: 'Door' },
    ];
    const { document } = converted(storyboardToTimeline(valid(input([{ id: 's', shots }])), {}, find));
    const names = document.timeline.clips.map(({ name }) => name);
    expect(names).toEqual(['Wide of the harbor', 'The lamp is lit', 'Door']);
  });

  it('lays the shots one after the other in playing order, each with its first usable medium', () => {
    const { document, warnings } = converted(storyboardToTimeline(film, {}, find));
    expect(
      document.timeline.clips.map(({ startTime, duration, filename, type, storageType, name }) => [
        startTime,
        duration,
        filename,
        type,
        storageType,
        name,
      ]),
    ).toEqual([
      [0, 1.5, 'door.png', 'image', 'library', 'door.png'],
      [1.5, 2, 'walk.mp4', 'video', 'library', 'Walk'],
      [3.5, 4, '', 'image', 'placeholder', 'Shot 3'],
    ]);
    expect(summarizeTimeline(document)).toEqual({ clipCount: 3, trackCount: 1, durationSeconds: 7.5 });
    expect(validateTimeline(document)).toEqual({ ok: true, document });
    expect(warnings.map(({ code }) => code)).toEqual([
      'UNRESOLVED_MEDIA_SKIPPED',
      'DOCUMENT_MEDIA_SKIPPED',
      'UNSUPPORTED_MEDIA_SKIPPED',
      'EXTRA_PANEL_MEDIA_SKIPPED',
      'URL_MEDIA_SKIPPED',
    ]);
  });

  it('takes length, frame rate, name and size from the request', () => {
    const { document } = converted(
      storyboardToTimeline(
        film,
        { defaultDuration: 9, frameRate: 30, name: 'Rough', projectResolution: { width: 640, height: 480 } },
        find,
      ),
    );
    expect(document.name).toBe('Rough');
    expect(document.timeline).toMatchObject({
      frameRate: 30,
      projectDuration: 14.5,
      projectResolution: { width: 640, height: 480, isAutoDetected: false },
    });
  });

  it('derives the size from the aspect ratio when none is asked for', () => {
    const size = (aspectRatio: string) =>
      converted(storyboardToTimeline({ ...film, settings: { ...film.settings, aspectRatio } }, {}, find))
        .document.timeline.projectResolution;
    expect(size('16:9')).toEqual({ width: 1920, height: 1080, isAutoDetected: true });
    expect(size('9:16')).toEqual({ width: 1080, height: 1920, isAutoDetected: true });
    expect(size('2.39:1')).toEqual({ width: 2582, height: 1080, isAutoDetected: true });
  });

  it.each([
    [{ defaultDuration: 0 }, 'defaultDuration'],
    [{ frameRate: 0 }, 'frameRate'],
    [{ projectResolution: { width: 'wide' } }, 'projectResolution.width'],
  ])('refuses %j', (options, path) => {
    expect(storyboardToTimeline(film, options, find)).toMatchObject({ ok: false, path });
  });

  it('cannot convert a storyboard without shots', () => {
    expect(storyboardToTimeline(emptyStoryboard('x'), {}, find)).toMatchObject({
      ok: false,
      path: 'sequences',
    });
  });
});

describe('appendScenes', () => {
  it('adds scenes at the end under free ids, and keeps name and settings', () => {
    const added = valid(
      input(
        [
          { id: 's1', order: 7 },
          { id: 's9', order: 3 },
        ],
        { name: 'Other' },
      ),
    );
    const merged = appendScenes(film, added);
    expect(merged.name).toBe('Film');
    expect(merged.settings).toEqual(film.settings);
    expect(merged.sequences.map(({ id, order }) => [id, order])).toEqual([
      ['s2', 1],
      ['s1', 0],
      ['s9', 2],
      ['s1-2', 3],
    ]);
    expect(validateStoryboard(merged)).toEqual({ ok: true, document: merged });
  });
});
