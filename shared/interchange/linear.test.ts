import { describe, expect, it } from 'vitest';
import { omitOverlap, type CutClip, type CutTrack } from './cut.ts';
import { columnsOf } from './edl-lines.ts';
import { readEdl } from './edl-read.ts';
import { XmlTransitions, type ReadTransition } from './xml-transitions.ts';
import { readXml } from './xml-elements.ts';

/** What is made to take long takes as many steps as it is long. Steps are counted, as time says nothing on a busy machine. */

/** The same thing, which counts how often anything of it is looked at. */
function counted<T extends object>(thing: T, steps: { count: number }): T {
  return new Proxy(thing, {
    get(target, key, receiver) {
      steps.count += 1;
      const value: unknown = Reflect.get(target, key, receiver);
      return typeof value === 'object' && value !== null ? counted(value, steps) : value;
    },
  });
}

const SIZES = [1, 4, 16];

/** Steps at 1, 4 and 16 times the size, each divided by its size. */
const perItem = (base: number, run: (count: number, steps: { count: number }) => void): number[] =>
  SIZES.map((size) => {
    const steps = { count: 0 };
    run(base * size, steps);
    return steps.count / (base * size);
  });

const transitionsOf = (count: number, steps: { count: number }): XmlTransitions =>
  new XmlTransitions(
    Array.from({ length: count }, (_, index) =>
      counted<ReadTransition>(
        {
          editPoint: index * 100 + 5,
          inOffset: 5,
          outOffset: 5,
          type: 'SMPTE_Dissolve',
          edges: { start: index * 100, end: index * 100 + 10 },
        },
        steps,
      ),
    ),
  );
const nobody = { before: undefined, after: undefined };

describe('clips below transitions', () => {
  it.each([
    ['whose neighbors fit', 110],
    ['that fit nowhere', 55],
  ])('%s take as many steps however many there are', (_, length) => {
    const figures = perItem(500, (count, steps) => {
      const transitions = transitionsOf(count, steps);
      for (const [index, before] of transitions.all.entries()) {
        transitions.positionOf({ start: -1, end: -1, length }, { before, after: transitions.all[index + 1] });
        transitions.positionOf({ start: -1, end: index * 100 + 50, length: 50 }, nobody);
        transitions.positionOf({ start: index * 100, end: -1, length: 55 }, nobody);
      }
    });
    // The search of what fits nowhere ends.
    expect(figures[2]!).toBeLessThan(figures[0]! * 1.5 + 10);
  });

  it('lie where their neighbors say, and where others do when those do not fit', () => {
    const transitions = transitionsOf(4, { count: 0 });
    const [first, second] = transitions.all;
    const both = { start: -1, end: -1 };
    expect(
      transitions.positionOf({ ...both, length: 110 }, { before: second, after: transitions.all[2] }),
    ).toEqual({
      from: 105,
      to: 205,
      head: 5,
    });
    expect(transitions.positionOf({ ...both, length: 210 }, { before: first, after: second })).toMatchObject({
      from: 5,
      to: 205,
    });
    expect(transitions.positionOf({ ...both, length: 55 }, nobody)).toBeUndefined();
  });
});

const clip = (recordIn: number, duration: number): CutClip => ({
  name: '',
  recordIn,
  duration,
  sourceIn: 0,
  medium: { file: '', start: 0, length: null },
  speed: 1,
  reel: '',
  enabled: true,
  opacity: 1,
  volume: 1,
  markers: [],
  comments: [],
  path: '',
});
const track = (clips: CutClip[]): CutTrack => ({
  kind: 'Video',
  name: 'V1',
  enabled: true,
  locked: false,
  clips,
  transitions: [],
});

describe('clips that overlap', () => {
  it('take as many steps however many there are', () => {
    const figures = perItem(500, (count, steps) => {
      const clips = Array.from({ length: count }, (_, index) => counted(clip(index, 10), steps));
      omitOverlap(track(clips), () => undefined);
    });
    // Sorting looks at each a little oftener.
    expect(figures[2]!).toBeLessThan(figures[0]! * 2);
  });

  it('are refused where more lie at one time than a timeline has tracks', () => {
    const event = '001  A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n';
    expect(() => readEdl(event.repeat(1001), 'list')).toThrow(
      /More than 1000 clips of the track V1 lie at one time/,
    );
    expect(readEdl(event.repeat(1000), 'list').cut.tracks).toHaveLength(1000);
  });
});

describe('columns of a line', () => {
  it('are split at spaces and tabs, a long line of which has no more than a few', () => {
    expect(columnsOf('  001 \t A  B ')).toEqual(['001', 'A', 'B']);
    expect(columnsOf(`001${' '.repeat(4000)}x`)).toEqual(['001', 'x']);
    expect(columnsOf('a '.repeat(2000))).toHaveLength(64);
  });
});

it('XML elements without children share one empty list, however many there are', () => {
  const { children } = readXml(`<a>${'<b/>'.repeat(1000)}<c d="e"><f/></c></a>`);
  expect(new Set(children.map((element) => element.children)).size).toBe(2);
  expect(new Set(children.map(({ attributes }) => attributes)).size).toBe(2);
});

describe('an EDL whose lines are all one event', () => {
  it('says of each of them no more however many there are', () => {
    const line = '001  AX V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n';
    const figures = SIZES.map((size) => {
      const count = 50 * size;
      const text = `TITLE: x\n${line.repeat(count)}${'* LOC: 01:00:00:00 RED here\n'.repeat(count)}`;
      const clips = readEdl(text, 'x', 25).cut.tracks.flatMap((track) => track.clips);
      return clips.reduce((sum, { markers }) => sum + markers.length, 0) / count;
    });
    expect(Math.max(...figures)).toBeLessThan(70);
  });
});
