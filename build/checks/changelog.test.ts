import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}/CHANGELOG.md`, 'utf8');

/** The lines of each version, the newest first; `Unreleased` is one. */
const versions = [...text.matchAll(/^## \[(?<name>[^\]]+)\].*$(?<body>[^]*?)(?=^## |$(?![^]))/gm)].map(
  ({ groups }) => ({
    name: groups?.['name'] ?? '',
    lines: (groups?.['body'] ?? '').split('\n').filter((line) => line.trim() !== ''),
  }),
);

describe('the changelog', () => {
  test.each(versions)('has at most 60 lines for $name, and none twice', ({ lines }) => {
    expect(lines.length, 'cut a version, or say it shorter').toBeLessThanOrEqual(60);
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });

  test('has the version of the package as the newest that is released', () => {
    const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
    expect(versions.slice(0, 2).map(({ name }) => name)).toEqual(['Unreleased', version]);
  });
});
