import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Every source of the pages that starts runs is pressed above a limit by `renderer/app/costly-starts.test.tsx`. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const table = readFileSync(`${root}/renderer/app/costly-starts.test.tsx`, 'utf8');

const START =
  /endpoints\.runs\.create\b|endpoints\.templates\.createRun\b|callDesk\(\s*'(?:resumeBatch|retryBatchItems)'|\bruns\.start\(/;

/** Starts that cost nothing, or are made by others of the list. */
const NOT_ASKED: ReadonlyMap<string, string> = new Map([
  ['renderer/runs/run-store.ts', 'what the starts of runs call'],
  ['renderer/live/live-run.ts', 'previews of nodes that are free'],
  ['renderer/player/film-run.ts', 'a film, made by the free node of the local service'],
]);

const sources = readdirSync(`${root}/renderer`, { recursive: true, encoding: 'utf8' })
  .map((name) => `renderer/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|rig)\.tsx?$|\/testing\//.test(name));

/** The sources that start runs and are in no row. */
const unasked = (read: (file: string) => string, rows: string): string[] =>
  sources.filter(
    (file) => START.test(read(file)) && !NOT_ASKED.has(file) && !rows.includes(`sources: ['${file}']`),
  );

test('each source that starts runs has a row that presses it above a limit', () => {
  const starting = sources.filter((file) => START.test(readFileSync(`${root}/${file}`, 'utf8')));
  expect(starting.length).toBeGreaterThan(8);
  expect([...NOT_ASKED.keys()].filter((file) => !starting.includes(file))).toEqual([]);
  expect(unasked((file) => readFileSync(`${root}/${file}`, 'utf8'), table)).toEqual([]);
});

test('a start without a row is named', () => {
  const file = sources[0] ?? '';
  const read = (name: string) => (name === file ? 'await api(endpoints.runs.create, {});' : '');
  expect(unasked(read, '')).toEqual([file]);
});
