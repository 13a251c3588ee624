import { describe, expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { StoryboardDocument } from '../storyboard/document.ts';
import { TimelineDocument } from '../timeline/document.ts';
import { applyEdits, checkDocument, type AnyDocument } from './apply-edits.ts';
import type { ProposedEdit } from './document-edit.ts';
import {
  acceptEntries,
  buildDocumentProposal,
  openDocumentProposal,
  entryKeys,
} from './document-proposal.ts';

const board = checked(
  StoryboardDocument.parse({
    serviceType: 'storyboard',
    version: 1,
    sequences: [
      {
        id: 'harbor',
        name: 'Harbor',
        shots: [
          { id: 's1', description: 'Fog', durationSeconds: 2 },
          { id: 's2', description: 'A boat' },
        ],
      },
      { id: 'town', name: 'Town', shots: [{ id: 's3', description: 'Streets' }] },
    ],
  }),
);
const cut = checked(
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      tracks: [{ id: 'v1' }, { id: 'a1' }],
      clips: [
        { id: 'c1', trackId: 'v1', startTime: 0, duration: 2 },
        { id: 'c2', trackId: 'v1', startTime: 2, duration: 3 },
        { id: 'c3', trackId: 'a1', startTime: 0, duration: 5, type: 'audio' },
      ],
    },
  }),
);

function checked<D extends AnyDocument>(document: D): D {
  const result = checkDocument(document.serviceType, document);
  if (!result.ok) throw new Error(result.problem);
  return result.document as D;
}
const proposalOf = (document: AnyDocument, edits: ProposedEdit[]) => ({
  operations: buildDocumentProposal(document.serviceType, document, edits, 'x'),
  accepted: [] as string[],
  dismissed: [] as string[],
});
const shotsOf = (document: AnyDocument | null): string[] =>
  document?.serviceType === 'storyboard'
    ? document.sequences.map(({ name, shots }) => `${name}: ${shots.map(({ id }) => id).join(' ')}`)
    : [];

test('a scene with shots, a changed length, a moved and a removed shot, taken one by one', () => {
  const proposal = proposalOf(board, [
    { op: 'add', item: 'scene', id: 'night', after: 'harbor', fields: { name: 'Night' } },
    {
      op: 'add',
      item: 'shot',
      id: 'moon',
      in: 'night',
      fields: { description: 'The moon', durationSeconds: 4 },
    },
    { op: 'set', item: 'shot', id: 's1', field: 'durationSeconds', value: 5 },
    { op: 'move', item: 'shot', id: 's3', in: 'harbor', after: 's1' },
    { op: 'remove', item: 'shot', id: 's2' },
  ]);
  const open = openDocumentProposal(proposal, board);
  expect(open.entries.map(({ kind, item, needs }) => `${kind} ${item} ${needs.length}`)).toEqual([
    'added scene 0',
    'added shot 1',
    'changed shot 0',
    'changed shot 0',
    'removed shot 0',
  ]);
  expect(open.entries[2]?.fields).toEqual([
    { field: 'durationSeconds', before: 2, after: 5, clashes: false },
  ]);
  const moon = acceptEntries(open, [open.entries[1]?.key ?? ''], board);
  expect(shotsOf(moon.document)).toEqual(['Harbor: s1 s2', 'Night: moon-x-2', 'Town: s3']);
  const remaining = openDocumentProposal({ ...proposal, accepted: moon.keys }, moon.document ?? board);
  const all = acceptEntries(
    remaining,
    remaining.entries.map(({ key }) => key),
    moon.document ?? board,
  );
  expect(shotsOf(all.document)).toEqual(['Harbor: s1 s3', 'Night: moon-x-2', 'Town: ']);
  const after = openDocumentProposal(
    { ...proposal, accepted: [...moon.keys, ...all.keys] },
    all.document ?? board,
  );
  expect(after.entries).toEqual([]);
});

test('what a person changed meanwhile is named, and what was deleted does not come back', () => {
  const proposal = proposalOf(board, [
    { op: 'set', item: 'shot', id: 's1', field: 'description', value: 'Thick fog' },
    { op: 'set', item: 'shot', id: 's2', field: 'description', value: 'Two boats' },
    { op: 'remove', item: 'shot', id: 's3' },
  ]);
  const hand = applyEdits(board, [
    { op: 'set', item: 'shot', id: 's1', field: 'description', value: 'Sun' },
    { op: 'remove', item: 'shot', id: 's2' },
    { op: 'remove', item: 'shot', id: 's3' },
  ]).document;
  const open = openDocumentProposal(proposal, hand ?? board);
  expect(open.dropped).toBe(1);
  expect(open.entries).toMatchObject([
    { id: 's1', fields: [{ before: 'Sun', after: 'Thick fog', clashes: true }] },
  ]);
});

test('a clip on a new track brings the track, and a track that goes takes its clips along', () => {
  const withTrack = proposalOf(cut, [
    { op: 'add', item: 'track', id: 'v2', fields: { name: 'Titles' } },
    {
      op: 'add',
      item: 'clip',
      id: 'title',
      fields: { trackId: 'v2', startTime: 1, duration: 2, type: 'text' },
    },
    { op: 'remove', item: 'track', id: 'a1' },
  ]);
  const open = openDocumentProposal(withTrack, cut);
  const { document } = acceptEntries(open, [open.entries[1]?.key ?? '', open.entries[2]?.key ?? ''], cut);
  const { tracks, clips } = (document as TimelineDocument).timeline;
  expect(tracks.map(({ id }) => id)).toEqual(['v1', 'v2-x-1']);
  expect(clips.map(({ id, trackId }) => `${id} ${trackId}`)).toEqual(['c1 v1', 'c2 v1', 'title-x-2 v2-x-1']);
});

test('a clip whose track was removed meanwhile fits no more', () => {
  const proposal = proposalOf(cut, [
    {
      op: 'add',
      item: 'clip',
      id: 'music',
      fields: { trackId: 'a1', startTime: 1, duration: 2, type: 'audio' },
    },
  ]);
  const hand = applyEdits(cut, [{ op: 'remove', item: 'track', id: 'a1' }]).document ?? cut;
  expect(openDocumentProposal(proposal, hand)).toEqual({ entries: [], dropped: 1 });
});

describe('edits that cannot be', () => {
  test.each<[string, ProposedEdit[], string]>([
    ['a shot that is not there', [{ op: 'remove', item: 'shot', id: 'gone' }], 'Edit 1 (remove shot)'],
    ['a clip of a storyboard', [{ op: 'remove', item: 'clip', id: 's1' }], 'has scenes and shots'],
    [
      'another id',
      [{ op: 'set', item: 'shot', id: 's1', field: 'id', value: 's9' }],
      'not fields that can be set',
    ],
    ['a shot nowhere', [{ op: 'add', item: 'shot', id: 'n', fields: {} }], 'which scene it comes into'],
    [
      'an unknown field',
      [{ op: 'set', item: 'shot', id: 's1', field: 'speed', value: 1 }],
      'no field called speed',
    ],
    [
      'a length below zero',
      [{ op: 'set', item: 'shot', id: 's1', field: 'durationSeconds', value: -1 }],
      'durationSeconds',
    ],
    [
      'a field of all objects',
      [{ op: 'set', item: 'shot', id: 's1', field: '__proto__', value: { description: 'x' } }],
      'not fields that can be set',
    ],
  ])('%s is refused with a sentence', (_what, edits, sentence) => {
    expect(() => proposalOf(board, edits)).toThrow(sentence);
  });
});

/** Edits of a storyboard, of which many are possible. */
const editArbitrary = fc.oneof(
  fc.record({
    op: fc.constant('set' as const),
    item: fc.constant('shot' as const),
    id: fc.constantFrom('s1', 's2', 's3'),
    field: fc.constantFrom('description', 'transition'),
    value: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.record({
    op: fc.constant('move' as const),
    item: fc.constant('shot' as const),
    id: fc.constantFrom('s1', 's2', 's3'),
    in: fc.constantFrom('harbor', 'town'),
    after: fc.constantFrom('s1', 's2', 's3'),
  }),
  fc.record({
    op: fc.constant('remove' as const),
    item: fc.constant('shot' as const),
    id: fc.constantFrom('s1', 's2'),
  }),
  fc.record({
    op: fc.constant('add' as const),
    item: fc.constant('shot' as const),
    id: fc.constantFrom('n1', 'n2'),
    in: fc.constantFrom('harbor', 'town'),
    fields: fc.constant({ description: 'new' }),
  }),
);

test('parts taken in any order, over whatever the hand did, leave a document that can be, and nothing open', () => {
  fc.assert(
    fc.property(
      fc.array(editArbitrary, { maxLength: 8 }),
      fc.array(editArbitrary, { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 10 }),
      (edits, hand, order) => {
        const possible = applyEdits(board, edits).applied as ProposedEdit[];
        const unique = [...new Map(possible.map((edit) => [`${edit.op} ${edit.id}`, edit])).values()];
        let proposal;
        try {
          proposal = proposalOf(board, unique);
        } catch {
          return;
        }
        let current: AnyDocument = applyEdits(board, hand).document ?? board;
        for (const selected of [...order, ...Array.from({ length: 20 }, () => 0)]) {
          const open = openDocumentProposal(proposal, current);
          const entry = open.entries[selected % Math.max(1, open.entries.length)];
          if (entry === undefined) break;
          const { document, keys } = acceptEntries(open, [entry.key], current);
          expect(document).not.toBeNull();
          expect(checkDocument('storyboard', document).ok).toBe(true);
          current = document ?? current;
          const decided = keys.length > 0 ? keys : entryKeys([entry]);
          proposal = { ...proposal, accepted: [...proposal.accepted, ...decided] };
        }
        expect(openDocumentProposal(proposal, current).entries).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
