import { describe, expect, it } from 'vitest';
import type { NodeValue, PinDefinition } from '#service/nodes/definition.ts';
import { fitToPin } from './input-values.ts';

const photo: NodeValue = {
  kind: 'file',
  blob: 'a'.repeat(64),
  filename: 'photo.jpg',
  contentType: 'image/jpeg',
  sizeBytes: 1,
};
const song: NodeValue = { ...photo, filename: 'song.mp3', contentType: 'audio/mpeg' };
const unknown: NodeValue = { ...photo, filename: 'thing', contentType: 'application/octet-stream' };

const pin = (type: string, extra: Partial<PinDefinition> = {}): PinDefinition => ({
  name: 'in',
  label: 'Size',
  type,
  ...extra,
});

describe('a value that suits its pin', () => {
  it.each<[string, NodeValue, NodeValue]>([
    ['text', 'a', 'a'],
    ['text', 1.5, '1.5'],
    ['text', true, 'true'],
    ['text', { a: [1] }, '{"a":[1]}'],
    ['number', '12', 12],
    ['number(1..8 step 1)', 8, 8],
    ['number(0..1 step 0.1)', 0.25, 0.25],
    ['number(0..9000 step 1)', '9e2', 900],
    ['number(0..1)', 0.25, 0.25],
    ['boolean', 'false', false],
    ['boolean', 1, true],
    ['choice(cover|fill)', 'fill', 'fill'],
    ['color', '#ff8800', '#ff8800'],
    ['json', null, null],
    ['json', [1, 'a'], [1, 'a']],
    ['any', null, null],
    ['any', photo, photo],
    ['image', photo, photo],
    ['image', unknown, unknown],
    ['file', song, song],
  ])('%s takes %j as %j', (type, value, taken) => {
    expect(fitToPin(value, pin(type))).toEqual({ ok: true, value: taken });
  });

  it('is the default, or nothing where the pin may be left out', () => {
    expect(fitToPin(undefined, pin('number', { default: 4 }))).toEqual({ ok: true, value: 4 });
    expect(fitToPin(null, pin('number', { default: 4 }))).toEqual({ ok: true, value: 4 });
    expect(fitToPin(undefined, pin('image', { optional: true }))).toEqual({ ok: true, value: undefined });
  });
});

describe('a value that does not', () => {
  it.each<[string, NodeValue | undefined, string]>([
    ['number(1..8 step 1)', 9, 'Size must be from 1 to 8, but is 9.'],
    ['number(1..8 step 1)', 7.6, 'Size must be a whole number, but is 7.6. Set 7 or 8.'],
    ['number(1..8 step 1)', '7.6', 'Size must be a whole number, but is 7.6. Set 7 or 8.'],
    ['number(1..64 step 2)', 12.5, 'Size must be a whole number, but is 12.5. Set 12 or 13.'],
    [
      'number',
      '9007199254740993',
      'Size has more digits than a number holds: it would become 9007199254740992. Set it with at most 15 digits.',
    ],
    ['number(1..)', 0, 'Size must be at least 1, but is 0.'],
    ['number(..1)', 2, 'Size must be at most 1, but is 2.'],
    ['number', 'many', 'Size must be a number, but is “many”.'],
    ['number', '0x10', 'Size must be a number, but is “0x10”.'],
    ['number', '', 'Size must be a number, but is empty.'],
    ['number', true, 'Size must be a number, but is true.'],
    ['choice(cover|fill)', 'stretch', 'Size must be one of cover, fill, but is “stretch”.'],
    ['boolean', 'maybe', 'Size must be true or false, but is “maybe”.'],
    ['color', 3, 'Size must be a color such as #ff8800 or tomato, but is 3.'],
    ['text', photo, 'Size must be text, but is the file photo.jpg.'],
    ['json', photo, 'Size must be JSON, but is the file photo.jpg.'],
    ['file', [1], 'Size must be a file, but is a list.'],
    ['image', song, 'Size must be an image, but song.mp3 is audio/mpeg. Plug in another file.'],
    ['image', {}, 'Size must be an image, but is a JSON object.'],
    ['text', undefined, 'Size is not set. Plug something in, or give it a value.'],
    ['any', undefined, 'Size is not set. Plug something in, or give it a value.'],
  ])('%s refuses %j in a sentence', (type, value, reason) => {
    expect(fitToPin(value, pin(type))).toMatchObject({ ok: false, mismatch: { reason } });
  });
});

describe('a value that a wire brings', () => {
  it('may be computed: it is rounded for whole numbers, and that is said', () => {
    const size = pin('number(1..8 step 1)');
    expect(fitToPin(7.6, size, 'wire')).toEqual({
      ok: true,
      value: 8,
      note: 'Size takes whole numbers: 7.6 was rounded to 8.',
    });
    expect(fitToPin(8, size, 'wire')).toEqual({ ok: true, value: 8 });
    expect(fitToPin(8.6, size, 'wire')).toMatchObject({ ok: false });
  });

  it('is refused where its digits would be lost, or where it is no number in decimal digits', () => {
    const reason = (value: NodeValue) => {
      const fitted = fitToPin(value, pin('number'), 'wire');
      return fitted.ok ? null : fitted.mismatch.reason;
    };
    expect(reason('7615917337495251231')).toBe(
      'Size has more digits than a number holds: it would become 7615917337495250944. Set it with at most 15 digits.',
    );
    expect(reason('0x10')).toBe('Size must be a number, but is “0x10”.');
    expect(reason('9007199254740992')).toBeNull();
  });
});
