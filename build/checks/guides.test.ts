import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFile: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(`${root}/package.json`, 'utf8'),
);

/** A path of the repository between backticks; one with a star or a word in braces is a pattern. */
const PATH = /`((?:shared|service|native|electron|renderer|e2e|build|docs|\.github)\/[\w./-]+|[A-Z]+\.md)`/g;
/** A path that a command is given, such as `npm run test:unit -- service/fuzz`. */
const ARGUMENT = /\bnpm run [\w:-]+ -- ((?:shared|service|native|electron|renderer|e2e|build)\/[\w./-]+)/g;
const SCRIPT = /\bnpm run (?:--silent )?([a-z][\w:-]*)/g;

/** What a newcomer writes while following the guide, and what lies in the data folder. */
const ELSEWHERE = /vignette|^service\/backups\//;

/** Paths and scripts that a page names and the repository does not have. */
function missingFrom(text: string): string[] {
  const paths = [...text.matchAll(PATH), ...text.matchAll(ARGUMENT)].map(([, path = '']) => path);
  const scripts = [...text.matchAll(SCRIPT)].map(([, script = '']) => script);
  return [
    ...paths.filter((path) => !ELSEWHERE.test(path) && !existsSync(`${root}/${path}`)),
    ...scripts.filter((script) => !Object.hasOwn(packageFile.scripts, script)),
  ];
}

describe('guides for people who work on this repository', () => {
  test.each(['CONTRIBUTING.md', 'README.md', 'docs/map.md', 'docs/glossary.md'])(
    '%s names files and commands that are there',
    (page) => {
      expect(missingFrom(readFileSync(`${root}/${page}`, 'utf8'))).toEqual([]);
    },
  );

  test('are refused with a file or a command that is gone', () => {
    expect(
      missingFrom(
        'See `service/nowhere.ts`, `npm run test:unit -- service/gone.test.ts`, then `npm run nothing -- x`.',
      ),
    ).toEqual(['service/nowhere.ts', 'service/gone.test.ts', 'nothing']);
  });
});
