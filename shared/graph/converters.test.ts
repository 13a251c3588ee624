import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { findConverters, type ConverterType } from './converters.ts';
import { parsePinType, PIN_BASES, pinTypesFit } from './pin-type.ts';

const pin = (name: string, type: string, exposed = true) => ({ name, type, exposed });
const type = (
  name: string,
  inputs: readonly [string, string][],
  outputs: readonly [string, string][],
  required: readonly string[] | null = inputs.slice(0, 1).map(([input]) => input),
): ConverterType => ({
  type: name,
  category: name.split('/')[0] ?? null,
  pins: {
    inputs: inputs.map(([input, kind]) => pin(input, kind)),
    outputs: outputs.map(([output, kind]) => pin(output, kind)),
  },
  required,
});

const info = type(
  'image/info',
  [['image', 'image']],
  [
    ['width', 'number'],
    ['height', 'number'],
  ],
);
const size = type('image/size', [['image', 'image']], [['bytes', 'number']]);
const speak = type('text/speak', [['text', 'text']], [['sound', 'audio']]);
const describeImage = type('image/describe', [['image', 'image']], [['text', 'text']]);

const ways = (from: string, to: string, ...types: ConverterType[]): string[] =>
  findConverters(parsePinType(from), parsePinType(to), types).map((steps) =>
    steps.map((step) => `${step.type}.${step.output}`).join(' > '),
  );

describe('what makes a value fit a pin', () => {
  it('is a node that takes the one and gives the other, the one that is made for it first', () => {
    expect(ways('image', 'number', info, size, speak)).toEqual([
      'image/size.bytes',
      'image/info.width',
      'image/info.height',
    ]);
  });

  it('begins with the output that is called as the pin is', () => {
    const named = (name: string) =>
      findConverters(parsePinType('image'), parsePinType('number'), [info, size], name)[0]?.[0]?.output;
    expect(['Width', 'height', 'radius'].map(named)).toEqual(['width', 'height', 'bytes']);
  });

  it('is two nodes only where one does not do', () => {
    expect(ways('image', 'audio', info, describeImage, speak)).toEqual([
      'image/describe.text > text/speak.sound',
    ]);
    const hear = type('image/hear', [['image', 'image']], [['sound', 'audio']]);
    expect(ways('image', 'audio', describeImage, speak, hear)).toEqual(['image/hear.sound']);
  });

  it('is nothing where the types fit as they are', () => {
    expect(ways('number', 'text', speak, describeImage)).toEqual([]);
    expect(ways('any', 'image', info)).toEqual([]);
  });

  it('is no node that needs more, that needs nothing, or that takes and gives anything', () => {
    const blend = type(
      'image/blend',
      [
        ['text', 'text'],
        ['over', 'image'],
      ],
      [['image', 'image']],
      ['text', 'over'],
    );
    const tone = type('audio/tone', [['frequency', 'number']], [['audio', 'audio']], []);
    const delay = type('control/delay', [['value', 'any']], [['value', 'any']]);
    const hidden: ConverterType = {
      type: 'hidden',
      category: null,
      pins: { inputs: [pin('text', 'text', false)], outputs: [pin('image', 'image')] },
      required: ['text'],
    };
    expect(ways('text', 'image', blend, delay, hidden)).toEqual([]);
    expect(ways('number', 'audio', tone)).toEqual([]);
  });

  it('is a node about the value, though it has a default for it', () => {
    const card = type('image/card', [['text', 'text']], [['image', 'image']], []);
    expect(ways('text', 'image', card)).toEqual(['image/card.image']);
  });

  it('takes out of a file what is in it, and reads no picture as a video', () => {
    const video = type('input/video', [['file', 'file']], [['video', 'video']]);
    const sound = type('video/extract', [['file', 'file']], [['audio', 'audio']]);
    const probe = type('media/probe', [['file', 'file']], [['seconds', 'number']]);
    expect(ways('image', 'video', video, sound)).toEqual([]);
    expect(ways('image', 'audio', video, sound)).toEqual([]);
    expect(ways('video', 'audio', video, sound)).toEqual(['video/extract.audio']);
    expect(ways('file', 'video', video)).toEqual(['input/video.video']);
    expect(ways('video', 'number', probe)).toEqual(['media/probe.seconds']);
    expect(ways('image', 'number', probe, size)).toEqual(['image/size.bytes']);
  });

  it('goes by the first input where the service does not say what is needed', () => {
    const draw = type(
      'text/draw',
      [
        ['text', 'text'],
        ['ground', 'image'],
      ],
      [['image', 'image']],
      null,
    );
    expect(ways('text', 'image', draw)).toEqual(['text/draw.image']);
    expect(ways('audio', 'image', draw)).toEqual([]);
  });

  it('fits at every joint, whatever the types are', () => {
    const base = fc.constantFrom(...PIN_BASES);
    const row = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), base), {
      maxLength: 3,
      selector: ([name]) => name,
    });
    const any = fc.tuple(row, row, fc.nat({ max: 2 })).map(([inputs, outputs, needed]) =>
      type(
        `t ${JSON.stringify([inputs, outputs])}`,
        inputs,
        outputs,
        inputs.slice(0, needed).map(([name]) => name),
      ),
    );
    fc.assert(
      fc.property(base, base, fc.array(any, { maxLength: 6 }), (from, to, types) => {
        for (const steps of findConverters({ base: from }, { base: to }, types)) {
          let held = parsePinType(from);
          for (const step of steps) {
            const pins = types.find((known) => known.type === step.type)?.pins;
            const input = pins?.inputs.find(({ name }) => name === step.input);
            const output = pins?.outputs.find(({ name }) => name === step.output);
            expect(input && pinTypesFit(held, parsePinType(input.type))).toBe(true);
            held = parsePinType(output?.type);
          }
          expect(pinTypesFit(held, { base: to })).toBe(true);
          expect(steps.length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});
