import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints, type EndpointId } from '#shared/api/index.ts';
import { coveredBy } from './coverage.ts';
import { faultKinds, type FaultKind } from './faults.ts';
import { operations } from './operations.ts';
import { isSlice } from '../size.ts';
import { allPairs, pairsOf, SEEDS_FOR_ALL, slicePairs, startFaultRig, type FaultRig } from './rig.ts';

const seeds = Array.from({ length: SEEDS_FOR_ALL }, (_, index) => index + 1);
/** What each seed plays here: all of it, or in a slice a fifth of the pairs in four shares. */
const shares = isSlice
  ? [1, 2, 3, 4].map((seed) => ({ seed, pairs: slicePairs.filter((_, index) => index % 4 === seed - 1) }))
  : seeds.map((seed) => ({ seed, pairs: pairsOf(seed) }));

test('these seeds play every operation under every fault', () => {
  const played = new Set(seeds.flatMap((seed) => pairsOf(seed)));
  expect(played).toEqual(new Set(allPairs));
});

test.skipIf(isSlice)(
  'the command of the rig starts, also where requests of pages stand beside components',
  async () => {
    const root = resolve(import.meta.dirname, '../../..');
    const args = ['build/run.mjs', 'build/rigs/faults/main.ts', '--seed', '1', '--seeds', '0'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout).toMatch(/^0 broken promises$/m);
  },
  120_000,
);

test('every endpoint has its operation, or is one that the app never asks', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const source = ['renderer', 'electron']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
        .map((name) => readFileSync(join(root, room, name), 'utf8')),
    )
    .join('\n');
  const names = new Set(operations.map(({ name }) => name));
  const wrong = allEndpoints.filter(({ id }) => {
    const operation = coveredBy[id];
    return operation === null ? new RegExp(`endpoints\\.${id}\\b`).test(source) : !names.has(operation);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

describe('a network that lies', () => {
  let rig: FaultRig;
  const asked = new Set<EndpointId>();
  const met = new Map<FaultKind, number>();
  beforeAll(async () => {
    rig = await startFaultRig();
  }, 120_000);
  afterAll(() => rig.close());

  test.concurrent.each(shares)(
    'seed $seed: nothing is lost, doubled or shown elsewhere, nothing hangs, and every failure is a sentence',
    async ({ seed, pairs }) => {
      const report = await rig.play(seed, pairs);
      expect(report.problems).toEqual([]);
      for (const id of report.requested) asked.add(id);
      for (const [kind, count] of report.met) met.set(kind, (met.get(kind) ?? 0) + count);
    },
  );

  test('each endpoint that the app asks was asked meanwhile, and each fault was met', () => {
    const wanted = allEndpoints.map(({ id }) => id).filter((id) => coveredBy[id] !== null);
    expect(wanted.filter((id) => !asked.has(id))).toEqual([]);
    const often = isSlice ? 1 : 10;
    expect(faultKinds.filter((kind) => (met.get(kind) ?? 0) < often)).toEqual([]);
  });
});
