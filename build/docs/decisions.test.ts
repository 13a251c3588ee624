import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decisionIndex } from './decisions.ts';

const folder = fileURLToPath(new URL('../../docs/decisions', import.meta.url));
const page = (file: string, head: string) => ({ file, text: `${head}\n\nWhy.\n` });

test('the index of decisions says what their pages say', () => {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const { text, problems } = decisionIndex(pages);
  expect(problems).toEqual([]);
  expect(readFileSync(join(folder, 'README.md'), 'utf8'), 'run npm run docs').toBe(text);
});

test('a page is listed below its subject, with what replaced it', () => {
  const { text, problems } = decisionIndex([
    page('2026-11-23-old.md', '# Old\n\n23 November 2026 · Service · Replaced by [New](2026-12-01-new.md)'),
    page('2026-12-01-new.md', '# New\n\n1 December 2026 · Service'),
  ]);
  expect(problems).toEqual([]);
  expect(text).toContain(
    '## Service\n\n- [Old](2026-11-23-old.md), 23 November 2026. Replaced by [New](2026-12-01-new.md).\n- [New](2026-12-01-new.md), 1 December 2026.',
  );
});

test.each([
  ['no date', page('2026-11-23-a.md', '# A'), 'has to begin with'],
  ['a subject of its own', page('2026-11-23-a.md', '# A\n\n23 November 2026 · Odds'), 'Use one of'],
  [
    'another date than its name',
    page('2026-11-22-a.md', '# A\n\n23 November 2026 · Service'),
    'is not the date',
  ],
  [
    'a page that is not there',
    page('2026-11-23-a.md', '# A\n\n23 November 2026 · Service · Extended by [B](2026-11-24-b.md)'),
    'is no page with this title',
  ],
])('%s is refused', (_name, wrong, sentence) => {
  expect(decisionIndex([wrong]).problems).toEqual([expect.stringContaining(sentence)]);
});
