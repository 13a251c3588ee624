import { expect, test } from 'vitest';
import { StoryboardDocument } from '#shared/storyboard/document.ts';
import { layersAt, timedShots } from './animatic-time.ts';

const document = StoryboardDocument.parse({
  serviceType: 'storyboard',
  version: 1,
  settings: { defaultFrameDuration: 4 },
  sequences: [
    {
      id: 'a',
      shots: [
        { id: '1', durationSeconds: 2 },
        { id: 'none', durationSeconds: 0 },
        { id: '2', transition: 'dissolve' },
      ],
    },
    { id: 'b', shots: [{ id: '3', durationSeconds: 1, transition: 'fade' }] },
  ],
});
const shots = timedShots(document);
const at = (time: number) => {
  const { index, layers } = layersAt(shots, time);
  return [index, ...layers.map(({ shot, opacity }) => `${shot.shot.id} ${opacity.toFixed(2)}`)];
};

test('shots play one after the other, as long as each lasts; one of no length does not play', () => {
  expect(shots.map(({ number, start, end }) => [number, start, end])).toEqual([
    ['1.1', 0, 2],
    ['1.3', 2, 6],
    ['2.1', 6, 7],
  ]);
  expect([at(0), at(1.99), at(6.9), at(100)]).toEqual([
    [0, '1 1.00'],
    [0, '1 1.00'],
    [2, '3 1.00'],
    [2, '3 1.00'],
  ]);
});

test('a dissolve mixes a shot with the one before, a fade comes up from black', () => {
  expect(at(2)).toEqual([1, '1 1.00', '2 0.00']);
  expect(at(2.25)).toEqual([1, '1 1.00', '2 0.50']);
  expect(at(2.7)).toEqual([1, '2 1.00']);
  expect(at(6.25)).toEqual([2, '3 0.50']);
});

test('a board without shots has nothing to see', () => {
  expect(layersAt([], 0)).toEqual({ index: 0, layers: [] });
});
