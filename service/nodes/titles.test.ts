import { expect, test } from 'vitest';
import { nodeTitle } from '#shared/graph/output-names.ts';
import { nodeDefinitions } from './index.ts';

test('a node without a title goes by that of its type, also where its definition is not known', () => {
  const names = nodeDefinitions.map(({ type, title }) => ({ type, title }));
  expect(names.map(({ type }) => ({ type, title: nodeTitle({ type, title: '' }) }))).toEqual(names);
});
