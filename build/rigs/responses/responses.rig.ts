import { expect, test } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { createRandom } from '../random.ts';
import { validResponse } from './honest-responses.ts';
import { mutationKinds } from './mutations.ts';
import { rigSize } from '../size.ts';
import { playResponses, summaryOf } from './rig.ts';

const RESPONSES = rigSize({ long: 500, slice: 100 });

test('what is mutated is a response that an honest service could give', () => {
  const random = createRandom(1);
  const wrong = allEndpoints.flatMap((endpoint) => {
    if (!endpoint.response) return [];
    const results = Array.from({ length: 20 }, () =>
      endpoint.response?.safeParse(validResponse(endpoint, 'http://127.0.0.1:1', random)),
    );
    const failed = results.find((result) => result?.success === false);
    return failed ? [`${endpoint.id}: ${failed.error?.message}`] : [];
  });
  expect(wrong).toEqual([]);
});

test(`${RESPONSES} mutated responses of a service end, freeze and swell nothing, and an honest one is usable at once`, async () => {
  const report = await playResponses(RESPONSES, 1, () => {});
  const { problems, responses, byKind } = report;
  expect(problems, `Promises were broken.\n${problems.join('\n')}\n${summaryOf(report)}`).toEqual([]);
  expect(responses).toBeGreaterThanOrEqual(RESPONSES);
  const missing = mutationKinds.filter((kind) => !byKind.has(kind));
  expect(missing, 'Kinds of mutations that were never sent.').toEqual([]);
});
