import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { nodesPage } from './nodes.ts';

const page = nodesPage(createNodeRegistry(nodeDefinitions).all());

test('the page of node types is that of the definitions', () => {
  const decisions = fileURLToPath(new URL('../../docs/decisions', import.meta.url));
  expect(readFileSync(join(decisions, '..', 'nodes.md'), 'utf8'), 'run `npm run docs`').toBe(page);
});

test('each node says what it does, its pins with their limits, and how a document has it', () => {
  expect(page.match(/^### /gm)).toHaveLength(nodeDefinitions.length);
  expect(page).toContain('- in `iterations` (Turns): `number(1..1000 step 1)`, default `5`');
  expect(page).toContain('- out `results` (All turns): `list(any)`');
  expect(page).toContain(
    '{"id":"loop-start","type":"control/loop-start","inputs":{"iterations":{"value":5}}}',
  );
});
