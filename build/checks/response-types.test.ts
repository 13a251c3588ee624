import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Responses of the API and the desk have types in `shared`. A rig or benchmark that writes their fields down itself goes on
 * compiling when one of the two is renamed, and fails only where it is run, which `npm test` does not do.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is given a type: the JSON of a response, and calls that return one. */
const TYPED = /(?:\.json\(\)\)+ as |\b(?:api|call|request|read)<)(\{|[A-Z]\w*)/g;

/** @returns the types of responses that a source declares itself. */
const ownTypesIn = (text: string): string[] =>
  [...text.matchAll(TYPED)].flatMap(([, name = '']) =>
    name === '{' || new RegExp(`\\binterface ${name}\\b`).test(text) ? [name] : [],
  );

/** Documents that no schema describes. */
const ELSEWHERE = new Set(['build/rigs/faults/endpoint-operations.ts']);

test('tells types of responses that a source declares itself', () => {
  expect(ownTypesIn("interface Session { id: string }\nawait api<Session>('POST', '/files');")).toEqual([
    'Session',
  ]);
  expect(ownTypesIn('const { id } = (await response.json()) as { id: string };')).toEqual(['{']);
  expect(ownTypesIn("await request<{ version: number }>('PUT', path);")).toEqual(['{']);
  expect(
    ownTypesIn("import type { Upload } from '#shared/desk/index.ts';\nawait call<Upload>('GET');"),
  ).toEqual([]);
  expect(ownTypesIn("await api<Pick<PublicRunDetail, 'id'>>('GET', path);")).toEqual([]);
});

test('rigs and benchmarks take the types of responses from the tables', () => {
  const sources = ['build/rigs', 'build/bench'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  const own = sources.flatMap((path) =>
    ELSEWHERE.has(path)
      ? []
      : ownTypesIn(readFileSync(`${root}/${path}`, 'utf8')).map((name) => `${path}: ${name}`),
  );
  expect(own).toEqual([]);
});
