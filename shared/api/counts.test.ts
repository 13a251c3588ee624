import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listUpTo, recordUpTo } from '../reading/index.ts';
import { StoryboardDocument } from '../storyboard/index.ts';
import { TimelineDocument } from '../timeline/index.ts';
import { uncounted } from '../testing/uncounted.ts';
import { allEndpoints } from './index.ts';

describe('what requests may hold', () => {
  const requests = allEndpoints.flatMap(({ id, body, query }) =>
    [body, query].filter((schema) => schema !== undefined).map((schema) => ({ id, schema })),
  );

  test.each(requests)('every list and object of $id says how much it may hold', ({ id, schema }) => {
    expect(uncounted(schema, id)).toEqual([]);
  });

  test.each([
    ['timelines', TimelineDocument],
    ['storyboards', StoryboardDocument],
  ])('so do the documents of %s', (name, schema) => {
    expect(uncounted(schema, name)).toEqual([]);
  });

  test('one that says nothing is found, wherever it is', () => {
    const schema = z.object({
      fine: listUpTo(3, z.tuple([z.string(), recordUpTo(2, z.int())])),
      lists: listUpTo(3, z.union([z.string(), z.array(z.string())])).optional(),
      records: z.looseObject({ inner: z.record(z.string(), z.int()).nullable() }),
    });
    expect(uncounted(schema, 'body')).toEqual(['body.lists[][][] (array)', 'body.records.inner[] (record)']);
  });
});
