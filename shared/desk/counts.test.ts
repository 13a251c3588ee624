import { expect, test } from 'vitest';
import { uncounted } from '../testing/uncounted.ts';
import { deskRoutes, deskStreamRoutes } from './index.ts';

const requests = Object.entries({ ...deskRoutes, ...deskStreamRoutes }).flatMap(([id, row]) =>
  ['body' in row ? row.body : null, row.query].flatMap((schema) => (schema ? [{ id, schema }] : [])),
);

test.each(requests)('every list and object of $id says how much it may hold', ({ id, schema }) => {
  expect(uncounted(schema, id)).toEqual([]);
});
