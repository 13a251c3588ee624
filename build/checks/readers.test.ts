import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#build/bundle/targets.ts';

/** Readers of text or bytes that are a part of one in the table, or that read what a person types into a field. */
const PARTS: Readonly<Record<string, string>> = {
  readEdl: 'by `readCut`',
  readFcpXml: 'by `readCut`',
  readXml: 'by `readFcpXml`',
  readOtioJson: 'by `otioToTimeline`',
  readDay: 'a search field',
  readScopes: 'a flag of a command',
  readDecimal: 'a field, a cell and what `readRow` reads',
};

test('a reader of text or bytes is in the table, or a part of one that is', () => {
  const called = ['table.ts', 'saved-rows.ts']
    .map((name) => readFileSync(`${root}/build/rigs/readers/${name}`, 'utf8'))
    .join('\n');
  const missing: string[] = [];
  for (const file of globSync('{shared,electron/core,renderer,service}/**/*.ts', { cwd: root })) {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    for (const [, name = ''] of text.matchAll(
      /^export (?:async )?function (read\w+)\((?:text: string|bytes: Uint8Array)/gm,
    )) {
      if (!called.includes(`${name}(`) && !(name in PARTS)) missing.push(`${name} in ${file}`);
    }
  }
  expect(missing).toEqual([]);
});
