import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { root } from '../bundle/targets.ts';
import { builtInTypesFile } from './built-in-types.ts';

test('what is known of the origin of results follows from the definitions of today', () => {
  const file = join(root, 'shared/provenance/built-in-types.ts');
  const made = builtInTypesFile(createNodeRegistry(nodeDefinitions).all());
  expect(readFileSync(file, 'utf8'), 'Run `npm run docs`.').toBe(made);
  expect(made).toContain(
    "'ai/image': { content: [['references', 'media']], outputs: [['image', 'media']], listInputs: ['references'], isModel: true }",
  );
});
