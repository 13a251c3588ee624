import { expect, it } from 'vitest';
import { hasIcon } from './type-icon.tsx';

/** The definitions of the local service's node types, as text: pages never import them. */
const sources = import.meta.glob<string>(
  ['../../service/nodes/**/*.ts', '!../../service/nodes/**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

it('draws every icon that a node type of the local service names', () => {
  const named = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/\bicon: '([^']+)'/g)].map(([, name]) => ({ name: name!, file: path.slice(6) })),
  );
  expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(40);
  const missing = named.filter(({ name }) => !hasIcon(name));
  // Add the icon to ICONS in renderer/fields/type-icon.tsx.
  expect(missing.map(({ name, file }) => `${file} names ${name}, which the editor does not draw`)).toEqual(
    [],
  );
});
