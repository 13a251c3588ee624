import { expect, test } from 'vitest';
import { linearToBt2020 } from './chromaticities.ts';

const point = (x: number, y: number) => [x, y] as const;
const D65 = point(0.3127, 0.329);

test('light of sRGB and of Display P3 becomes that of BT.2020 as the standards have it', () => {
  const srgb = { white: D65, red: point(0.64, 0.33), green: point(0.3, 0.6), blue: point(0.15, 0.06) };
  const p3 = { white: D65, red: point(0.68, 0.32), green: point(0.265, 0.69), blue: point(0.15, 0.06) };
  const rounded = (matrix: readonly (readonly number[])[]) =>
    matrix.map((row) => row.map((value): unknown => expect.closeTo(value, 3)));
  expect(linearToBt2020(srgb)).toEqual(
    rounded([
      [0.6274, 0.3293, 0.0433],
      [0.0691, 0.9195, 0.0114],
      [0.0164, 0.088, 0.8956],
    ]),
  );
  expect(linearToBt2020(p3)).toEqual(
    rounded([
      [0.7538, 0.1986, 0.0476],
      [0.0457, 0.9418, 0.0125],
      [-0.0012, 0.0176, 0.9836],
    ]),
  );
});

test('white stays white, wherever it lies', () => {
  const printed = {
    white: point(0.3457, 0.3585),
    red: point(0.64, 0.33),
    green: point(0.21, 0.71),
    blue: point(0.15, 0.06),
  };
  expect(linearToBt2020(printed)?.map((row) => row[0] + row[1] + row[2])).toEqual(
    [1, 1, 1].map((value): unknown => expect.closeTo(value, 3)),
  );
});

test('points that are no primaries make no colors', () => {
  const nowhere = point(0, 0);
  const gray = { white: D65, red: D65, green: D65, blue: D65 };
  expect(linearToBt2020(gray)).toBeNull();
  expect(linearToBt2020({ white: nowhere, red: nowhere, green: nowhere, blue: nowhere })).toBeNull();
});
