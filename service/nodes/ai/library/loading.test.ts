import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('loads no package of a provider before one is asked: each stands in an import() of a call', async () => {
  const root = join(import.meta.dirname, '../../../..');
  const found: string[] = [];
  for (const folder of ['service', 'electron', 'native', 'shared']) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const source = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const [statement] of source.matchAll(/^(?:import|export)\b[^;]*?from '(?:ai|@ai-sdk\/[^']+)';/gm))
        if (!statement.startsWith('import type')) found.push(`${entry.name}: ${statement}`);
    }
  }
  expect(found).toEqual([]);
});
