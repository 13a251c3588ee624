import { expect, test } from 'vitest';
import { initialView } from './place-of-work.ts';

const film = { seconds: 20, clips: 11, tracks: [] } as unknown as NonNullable<
  Parameters<typeof initialView>[1]
>['film'];

test.each([
  ['a graph with a film', 3, { film, shots: 8 }, null],
  ['a film without a graph', 0, { film, shots: 8 }, 'timeline'],
  ['a board without a film', 0, { film: null, shots: 8 }, 'storyboard'],
  ['nothing yet', 0, { film: null, shots: 0 }, null],
  ['what is not read yet', 0, null, null],
] as const)('%s opens where its work is', (_what, nodeCount, face, place) => {
  expect(initialView({ nodeCount }, face)).toBe(place);
});
