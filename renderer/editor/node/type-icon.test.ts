import { expect, it } from 'vitest';
import { hasIcon } from './type-icon.tsx';

/** The definitions of the local service's node types, as text: pages never import them. */
const sources = import.meta.glob<string>(
  ['../../../service/nodes/**/*.ts', '!../../../service/nodes/**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

it('draws every icon that a node type of the local service names', () => {
  const named = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bicon: '([^']+)'/g)].map(([, name]) => name!),
  );
  expect(new Set(named).size).toBeGreaterThan(40);
  expect(named.filter((name) => !hasIcon(name))).toEqual([]);
});
