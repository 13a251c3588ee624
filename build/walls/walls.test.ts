import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkMap } from './check-map.ts';
import { staleExceptions } from './check.ts';
import { generatedFiles } from './generated.ts';
import { MAP } from './map.ts';
import { readTree } from './tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = readTree(root);

// That they stand is a step of `npm test` of its own (`npm run walls -- --check`).
describe('the walls of this repository', () => {
  test('are drawn whole: each folder is in one room, each name leads somewhere, each exception is needed', () => {
    expect([...checkMap(MAP, tree), ...staleExceptions(MAP, tree)]).toEqual([]);
  });

  test('say the same in the map, the page and the linter', async () => {
    // If not: npm run walls
    for (const { path, text } of await generatedFiles(MAP, tree)) expect(tree.read(path)).toBe(text);
  });
});
