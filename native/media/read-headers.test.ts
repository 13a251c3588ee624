// @module-tag rig
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openNativeBench } from '../testing/native-bench.ts';
import { MEDIA_LANES, readHeaders } from './media-task.ts';

it('headers that do not come to an end give way to those of the files behind them', async () => {
  const { pool, folder, losses } = openNativeBench({ lanes: MEDIA_LANES });
  const fileOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const settled: string[] = [];
  const limits = { firstMs: 250, slowMs: 600_000 };
  const endless = ['one', 'two', 'three'].map((name) =>
    readHeaders(pool, fileOf(name, `endless ${name}`), false, limits).then(() => settled.push(name)),
  );
  const film = await readHeaders(pool, fileOf('film', 'a film'), false, { slowMs: 600_000 });
  expect(film).toEqual({ kind: 'succeeded', value: 'a film' });
  // They had their first time, and wait for their second one.
  expect(losses.map(({ reason }) => reason)).toEqual(['timed-out', 'timed-out', 'timed-out']);
  expect(settled).toEqual([]);
  await pool.close();
  await Promise.all(endless);
});

it('headers that take long are read when there is time for them', async () => {
  const { pool, folder } = openNativeBench({ lanes: MEDIA_LANES });
  const path = join(folder, 'endless');
  writeFileSync(path, 'endless');
  const result = readHeaders(pool, path, false, { firstMs: 50, slowMs: 50 });
  expect(await result).toMatchObject({ kind: 'lost', reason: 'timed-out' });
  // Nothing is left in the lanes.
  writeFileSync(join(folder, 'film'), 'a film');
  expect(await readHeaders(pool, join(folder, 'film'), false)).toMatchObject({ value: 'a film' });
});
