import { expect, test } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { createRandom } from '../random.ts';
import { honestAnswer } from './honest-answers.ts';
import { mutationKinds } from './mutations.ts';
import { rigSize } from '../size.ts';
import { playAnswers, summaryOf } from './rig.ts';

const ANSWERS = rigSize({ long: 500, slice: 250 });

test('what is mutated is an answer that an honest service could give', () => {
  const random = createRandom(1);
  const wrong = allEndpoints.flatMap((endpoint) => {
    if (!endpoint.response) return [];
    const results = Array.from({ length: 20 }, () =>
      endpoint.response?.safeParse(honestAnswer(endpoint, 'http://127.0.0.1:1', random)),
    );
    const failed = results.find((result) => result?.success === false);
    return failed ? [`${endpoint.id}: ${failed.error?.message}`] : [];
  });
  expect(wrong).toEqual([]);
});

test(`${ANSWERS} mutated answers of a service end, freeze and swell nothing, and an honest one is usable at once`, async () => {
  const report = await playAnswers(ANSWERS, 1, () => {});
  const { problems, answers, byKind } = report;
  expect(problems, `Promises were broken.\n${problems.join('\n')}\n${summaryOf(report)}`).toEqual([]);
  expect(answers).toBeGreaterThanOrEqual(ANSWERS);
  const missing = mutationKinds.filter((kind) => !byKind.has(kind));
  expect(missing, 'Kinds of mutations that were never sent.').toEqual([]);
});
