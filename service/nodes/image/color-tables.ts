import type { ColorTable, CubeTables } from '#shared/reading/cube-table.ts';

/** Gives pixels the colors of tables, in place. @param data eight-bit RGBA. @param strength 0 to 1. */
export function applyTables(data: Uint8Array, { curve, cube }: CubeTables, strength: number): void {
  const color = new Float64Array(3);
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel += 1) color[channel] = data[at + channel]! / 255;
    if (curve !== null) throughCurve(color, curve);
    if (cube !== null) throughCube(color, cube);
    for (let channel = 0; channel < 3; channel += 1) {
      const before = data[at + channel]!;
      const after = Math.min(255, Math.max(0, color[channel]! * 255));
      data[at + channel] = Math.round(before + (after - before) * strength);
    }
  }
}

/** Where a channel lies in a table, in steps from its first row. What is beyond its domain counts as its end. */
function positionOf(value: number, table: ColorTable, channel: number): number {
  const min = table.domainMin[channel]!;
  const share = (value - min) / (table.domainMax[channel]! - min);
  return Math.min(1, Math.max(0, share)) * (table.size - 1);
}

function throughCurve(color: Float64Array, table: ColorTable): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const position = positionOf(color[channel]!, table, channel);
    const row = Math.min(table.size - 2, Math.floor(position));
    const share = position - row;
    const from = table.values[row * 3 + channel]!;
    color[channel] = from + (table.values[row * 3 + 3 + channel]! - from) * share;
  }
}

/**
 * Tetrahedral interpolation: of the eight corners of a cell the four between which a color lies. Grays stay gray where the
 * table keeps them so, which mixing all eight does not promise.
 */
function throughCube(color: Float64Array, table: ColorTable): void {
  const { size, values } = table;
  const last = size - 2;
  const r = positionOf(color[0]!, table, 0);
  const g = positionOf(color[1]!, table, 1);
  const b = positionOf(color[2]!, table, 2);
  const [r0, g0, b0] = [
    Math.min(last, Math.floor(r)),
    Math.min(last, Math.floor(g)),
    Math.min(last, Math.floor(b)),
  ];
  const [x, y, z] = [r - r0, g - g0, b - b0];
  const [stepR, stepG, stepB] = [3, size * 3, size * size * 3];
  const low = r0 * stepR + g0 * stepG + b0 * stepB;
  const high = low + stepR + stepG + stepB;
  // The way from the low corner to the high one goes along the channel with the greatest share first.
  let first: number;
  let second: number;
  let shares: [number, number, number];
  if (x >= y) {
    if (y >= z) [first, second, shares] = [low + stepR, low + stepR + stepG, [x, y, z]];
    else if (x >= z) [first, second, shares] = [low + stepR, low + stepR + stepB, [x, z, y]];
    else [first, second, shares] = [low + stepB, low + stepB + stepR, [z, x, y]];
  } else if (x >= z) [first, second, shares] = [low + stepG, low + stepG + stepR, [y, x, z]];
  else if (y >= z) [first, second, shares] = [low + stepG, low + stepG + stepB, [y, z, x]];
  else [first, second, shares] = [low + stepB, low + stepB + stepG, [z, y, x]];
  const [most, middle, least] = shares;
  for (let channel = 0; channel < 3; channel += 1) {
    color[channel] =
      values[low + channel]! * (1 - most) +
      values[first + channel]! * (most - middle) +
      values[second + channel]! * (middle - least) +
      values[high + channel]! * least;
  }
}
