import { expect, test } from 'vitest';
import { CLIP_FIELDS, KEYED_PROPERTIES, type ClipField } from './clip-fields.ts';
import { TimelineClip } from './document.ts';
import { clipExt, fixedValue, withFixedValue } from './ext.ts';

const clip = TimelineClip.parse({ id: 'a', trackId: 't', startTime: 0, duration: 1 });

test('a clip that says nothing of a field has the number that changes nothing', () => {
  for (const name of KEYED_PROPERTIES) {
    const field = CLIP_FIELDS[name];
    expect([name, fixedValue(clip, name, field)]).toEqual([name, field.neutral]);
  }
});

test.each(KEYED_PROPERTIES.map((name) => [name, CLIP_FIELDS[name]] as const))(
  '%s is read as it was set, within its limits',
  (name, field: ClipField) => {
    const set = (value: number) => withFixedValue(clip, name, { field, value })!;
    expect(fixedValue(set(0.5), name, field)).toBe(0.5);
    expect(fixedValue(set(-1e9), name, field)).toBe(field.min ?? -1e9);
    expect(fixedValue(set(1e9), name, field)).toBe(field.max ?? 1e9);
    expect(TimelineClip.parse(set(1e9))).toEqual(set(1e9));
  },
);

test('a field that the document has no place for is stored in what Patchbay keeps of the clip, and gone when it is neutral', () => {
  const field: ClipField = {
    stored: 'ext',
    of: 'picture',
    neutral: 1,
    min: 0.1,
    max: 10,
    factor: 100,
    exportName: 'stretch',
  };
  const set = (from: TimelineClip, value: number) => withFixedValue(from, 'stretch', { field, value });
  const wide = set(clip, 2)!;
  expect(clipExt(wide)).toMatchObject({ stretch: 2 });
  expect(fixedValue(wide, 'stretch', field)).toBe(2);
  expect(set(wide, 1)).toEqual(clip);
  expect(fixedValue(set(clip, 99)!, 'stretch', field)).toBe(10);
  // What another program wrote there is no number of ours.
  const odd = { ...clip, ext: { patchbay: { version: 1, stretch: 'wide' } } };
  expect(fixedValue(odd, 'stretch', field)).toBe(1);
  // A later version's is never written over.
  expect(set({ ...clip, ext: { patchbay: { version: 99 } } }, 2)).toBeNull();
});
