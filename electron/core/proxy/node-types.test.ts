import { expect, test } from 'vitest';
import type { DescribedNodeTypes } from '#shared/desk/index.ts';
import { respondEmpty, sendApiError, sendJson, type Responder } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { startOnService } from '../testing/test-core.ts';

const PLACE = '/api/v1/node-types/';

const describing: Responder = (asked, response, request) => {
  if (!asked.url.startsWith(PLACE)) return respondEmpty(asked, response, request);
  const type = asked.url.slice(PLACE.length);
  if (type === 'a/none') return sendApiError(response, 404, 'NODE_TYPE_NOT_FOUND');
  if (type === 'a/broken') return sendApiError(response, 403, 'FORBIDDEN');
  sendJson(response, 200, { type, title: type, inputs: [{ name: 'in', type: 'text' }], outputs: [] });
};

/** A core whose local service describes all types but two. */
async function start() {
  const { clock, advance } = createTestClock();
  const { service, desk } = await startOnService(describing, { clock });
  // What was read before the service had started is asked for anew.
  await desk.until((event) => event.type === 'local-service' && event.status.state === 'running');
  const asked = () =>
    service.asked.flatMap(({ url }) => (url.startsWith(PLACE) ? [url.slice(PLACE.length)] : []));
  const describe = async (types: readonly string[]) => {
    const { described, missing } = (await desk.read('POST', '/desk/node-types/local', {
      types,
    })) as DescribedNodeTypes;
    return { described: described.map(({ type }) => type).toSorted(), missing };
  };
  return { asked, describe, advance, desk };
}

test('a page gets many descriptions in one answer, and the service is asked once for each', async () => {
  const { asked, describe, advance } = await start();
  expect(await describe(['a/one', 'a/two', 'a/none', 'a/one'])).toEqual({
    described: ['a/one', 'a/two'],
    missing: ['a/none'],
  });
  expect(asked().toSorted()).toEqual(['a/none', 'a/one', 'a/two']);
  expect(await describe(['a/two', 'a/one'])).toEqual({ described: ['a/one', 'a/two'], missing: [] });
  expect(asked()).toHaveLength(3);
  // A type that was missing may have come.
  await describe(['a/none']);
  expect(asked()).toHaveLength(4);
  advance(6 * 60_000);
  await describe(['a/one']);
  expect(asked()).toHaveLength(5);
});

test('what the core says is another is asked for anew', async () => {
  const { asked, describe, desk } = await start();
  await describe(['a/one']);
  await desk.read('POST', '/desk/local-service/restart');
  await describe(['a/one']);
  expect(asked()).toEqual(['a/one', 'a/one']);
});

test('a type that cannot be read is in neither list, and the page asks for it by itself', async () => {
  const { describe, desk } = await start();
  expect(await describe(['a/broken'])).toEqual({ described: [], missing: [] });
  expect((await desk.ask('GET', '/api/local/v1/node-types/a/broken')).status).toBe(403);
});
