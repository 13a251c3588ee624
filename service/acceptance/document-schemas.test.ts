import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Checked } from '#shared/document/problems.ts';
import { storyboardJsonSchema, validateStoryboard } from '#shared/storyboard/index.ts';
import { timelineJsonSchema, validateTimeline } from '#shared/timeline/index.ts';

/** The schemas that the service hands out say the same as the service does, about whatever is sent. */

const timeline = {
  serviceType: 'timeline',
  name: 'Cut',
  version: 1,
  timeline: {
    clips: [
      {
        id: 'c1',
        trackId: 't1',
        name: 'Walk',
        filename: 'walk.mov',
        type: 'video',
        storageType: 'library',
        startTime: 1,
        duration: 2,
        trimStart: 0.5,
        trimEnd: 0,
        opacity: 1,
        volume: 1,
        transform: { rotation: 0, scale: 1, x: 0, y: 0 },
        ext: { own: [1] },
      },
    ],
    tracks: [
      {
        id: 't1',
        name: 'V1',
        height: 64,
        volume: 1,
        locked: false,
        mutedAudio: false,
        mutedVideo: false,
        ext: {},
      },
    ],
    currentTime: 0,
    playheadPosition: 0,
    projectDuration: 3,
    frameRate: 24,
    zoom: 1,
    selectedClipIds: ['c1'],
    selectedTrackId: 't1',
    projectResolution: { width: 1920, height: 1080, isAutoDetected: false },
    ext: {},
  },
};

const storyboard = {
  serviceType: 'storyboard',
  name: 'Opening',
  version: 1,
  sequences: [
    {
      id: 'scene-1',
      name: 'Street',
      order: 0,
      shots: [
        {
          id: 'shot-1',
          description: 'She walks in',
          durationSeconds: 3,
          order: 0,
          transition: 'cut',
          panels: [{ id: 'panel-1', media: [{ type: 'image', filename: 'walk.png' }] }],
        },
      ],
    },
  ],
  settings: { aspectRatio: '16:9', defaultFrameDuration: 2 },
};

/** What may stand in the place of a value. */
const OTHERS: readonly unknown[] = [null, true, '', 'text', -1, 0, 1.5, 2e9, [], {}, [null], ['x'], { a: 1 }];

type Path = (string | number)[];

/** Every place in a document, the whole included. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value);
  return [path, ...inner.flatMap(([key, one]) => placesOf(one, [...path, key]))];
}

/** A copy in which one place is changed. */
function changedAt(
  document: object,
  path: Path,
  change: (holder: Record<string, unknown>, key: string) => void,
) {
  const copy = structuredClone(document);
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[String(key)] as Record<string, unknown>;
  change(holder, String(path.at(-1)));
  return copy;
}

function* changesOf(document: object): Generator<[what: string, changed: object]> {
  for (const path of placesOf(document)) {
    const place = path.join('.');
    if (path.length > 0) {
      if (typeof path.at(-1) === 'string') {
        yield [`${place} left out`, changedAt(document, path, (holder, key) => delete holder[key])];
      }
      for (const other of OTHERS) {
        const what = `${place} = ${JSON.stringify(other)}`;
        yield [what, changedAt(document, path, (holder, key) => Object.assign(holder, { [key]: other }))];
      }
    }
    yield [
      `${place} with a field nobody knows`,
      changedAt({ root: document }, ['root', ...path], (holder, key) => {
        const value = holder[key];
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          holder[key] = { ...value, surprise: 1 };
        }
      }),
    ].map((item) => (typeof item === 'string' ? item : (item as { root: object }).root)) as [string, object];
  }
}

/** What no schema can say: one entry of a document against another. */
const CROSS = new Set(['TRACK_MISSING', 'DOUBLED_ID']);

describe.each<[string, object, () => object, (document: unknown) => Checked<unknown>]>([
  ['storyboard', storyboard, storyboardJsonSchema, validateStoryboard],
  ['timeline', timeline, timelineJsonSchema, validateTimeline],
])('the schema of a %s', (_name, document, schema, validate) => {
  const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema());

  it('accepts a whole one, and what the service makes of it', () => {
    expect(accepts(document)).toBe(true);
    const checked = validate(document);
    expect(checked.ok).toBe(true);
    expect(checked.ok && accepts(checked.document)).toBe(true);
  });

  it('is of one mind with the service about every change of it', () => {
    const apart: string[] = [];
    const verdicts = { accepted: 0, refused: 0 };
    for (const [what, changed] of changesOf(document)) {
      const checked = validate(changed);
      const isCrossOnly = !checked.ok && checked.problems.every(({ code }) => CROSS.has(code));
      if (isCrossOnly) continue;
      verdicts[checked.ok ? 'accepted' : 'refused'] += 1;
      if (accepts(changed) !== checked.ok)
        apart.push(`${what}: the service ${checked.ok ? 'takes' : 'refuses'} it`);
    }
    expect(apart).toEqual([]);
    expect(verdicts.accepted).toBeGreaterThan(50);
    expect(verdicts.refused).toBeGreaterThan(200);
  });
});
