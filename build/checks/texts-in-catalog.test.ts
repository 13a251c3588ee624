import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { textsOutsideCatalog } from './plain-words.ts';

test('texts for people are told from keys, types and errors for developers', () => {
  const source = `
    const key = 'storyboard.panel'; throw new Error(\`The \${name} was never opened here\`);
    const label = 'Save as a file'; const said = \`\${count} of them are chosen\`; const css = 'a-b c-d';
    return <p title={t.title}>Nothing is <b>chosen</b></p>;`;
  expect(textsOutsideCatalog(source)).toEqual(['Save as a file', 'Nothing is']);
});

test('pieces of sentences between values are texts for people too', () => {
  const source = `
    const label = \`\${name} · \${isNew ? 'new' : 'old'}\`; const key = \`\${kind === 'a' ? 'b' : 'c'} \${id}\`;
    return <p>{count} {at ? ' · changed ' : ''} {both.join(', and ')} {one ? '1 file comes back' : '4px 8px'}</p>;`;
  expect(textsOutsideCatalog(source)).toEqual(['· changed', ', and', '1 file comes back', 'new']);
});

test('texts of the pages stand in the catalog of renderer/words', () => {
  const problems: string[] = [];
  for (const path of globSync('renderer/**/*.{ts,tsx}', { cwd: root })) {
    const file = path.replaceAll('\\', '/');
    if (/\.d\.ts$|\.test\.|\.rig\.|\/testing\/|^renderer\/words\//.test(file)) continue;
    const texts = textsOutsideCatalog(readFileSync(join(root, file), 'utf8'));
    if (texts.length > 0)
      problems.push(`${file}: move ${texts.map((text) => `“${text}”`).join(', ')} into renderer/words.`);
  }
  expect(problems).toEqual([]);
});
