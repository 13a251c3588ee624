import { expect, it } from 'vitest';
import { nodeDefinitions } from './index.ts';
import { loadNodeDefinition } from './load-definition.ts';

it('loads every node type by its name', async () => {
  for (const definition of nodeDefinitions) {
    await expect(loadNodeDefinition(definition.type)).resolves.toBe(definition);
  }
});

it.each(['image/none', 'none/image', 'image', '', '__proto__/x', 'constructor/x'])(
  'knows no type %j',
  async (type) => {
    await expect(loadNodeDefinition(type)).resolves.toBeUndefined();
  },
);
