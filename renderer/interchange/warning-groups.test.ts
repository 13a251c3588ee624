import { expect, test } from 'vitest';
import { groupWarnings } from './warning-groups.ts';
import { isTimelineName, nameOfTimelineFile, proposedName } from './otio-requests.ts';

const warning = (code: string, message = 'm') => ({ code, message, path: null });

test('one group a code, what is missing first, and every warning is in one', () => {
  const groups = groupWarnings([
    warning('UNREFERENCED_MEDIA'),
    warning('TRANSITION_DROPPED'),
    warning('MEDIA_FILE_MISSING', 'first'),
    warning('MEDIA_FILE_MISSING', 'second'),
  ]);
  expect(groups.map(({ code, kind }) => [code, kind])).toEqual([
    ['MEDIA_FILE_MISSING', 'missing'],
    ['TRANSITION_DROPPED', 'changed'],
    ['UNREFERENCED_MEDIA', 'note'],
  ]);
  expect(groups[0]?.warnings.map(({ message }) => message)).toEqual(['first', 'second']);
});

test('a code of a newer service is said in its own words', () => {
  expect(groupWarnings([warning('LENS_DATA_LOST', 'The lens is not known.')])).toMatchObject([
    { title: 'Lens data lost', text: 'The lens is not known.', kind: 'note' },
  ]);
  expect(groupWarnings([warning('constructor')])[0]?.title).toBe('Constructor');
});

test('names', () => {
  expect(['a.otio', 'A.OTIOZ', 'b.zip', 'c.png', 'otio'].map(isTimelineName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(nameOfTimelineFile('Opening cut.otioz')).toBe('Opening cut');
  expect(nameOfTimelineFile('.otio')).toBe('Timeline');
  expect(proposedName(`attachment; filename="x.zip"; filename*=UTF-8''Sch%C3%B6n.zip`, 'n')).toBe(
    'Schön.zip',
  );
  expect(proposedName(`attachment; filename*=UTF-8''%E0%A4%A`, 'n.zip')).toBe('n.zip');
  expect(proposedName('attachment; filename="../../x.zip"', 'n')).toBe('.._.._x.zip');
  expect(proposedName(null, 'n.zip')).toBe('n.zip');
});
