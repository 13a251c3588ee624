import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { matchEndpoint } from '#shared/api/index.ts';
import type { ObservedResponse } from '../api/proxy-observer.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createVersionObserver } from './version-observer.ts';
import type { VersionRecorder } from './recorder.ts';

/** An observer, and what its recorder receives: the versions of documents, in order. */
function observed() {
  const seen: number[] = [];
  const recorder: VersionRecorder = {
    onDocumentRead: (_connection, _project, { version }) => void seen.push(version),
    operationsSaved: () => {},
    changedUnseen: () => {},
    renumbered: (_connection, _project, { version }) => void seen.push(version),
    startOver: async () => {},
    clear: () => {},
    graphAt: () => null,
    flush: async () => {},
    close: async () => {},
  };
  return { seen, observer: createVersionObserver(recorder, createTestLog()) };
}

const matchOf = (method: string, path: string) => {
  const { found } = matchEndpoint(method, `/api/v1${path}`);
  if (!found) throw new Error(`No endpoint ${method} ${path}`);
  return found;
};
const responseOf = (body: unknown, requestBody: unknown = null): ObservedResponse => ({
  status: 200,
  body: () => body,
  bodyInSlices: async () => body,
  requestBody: () => requestBody,
  header: () => null,
  minimal: false,
});

const documentOf = (version: number, count: number): unknown => ({
  version,
  document: {
    graph: {
      nodes: Array.from({ length: count }, (_, index) => ({
        id: `n${index}`,
        type: 'input/text',
        inputs: { value: { type: 'string', value: 'x' } },
      })),
      connections: [],
    },
  },
});

test('others go on while a large document is looked at, and what came after it is noted after it', async () => {
  const { seen, observer } = observed();
  const document = matchOf('GET', '/projects/p/document');
  observer.responded('local', document, responseOf(documentOf(3, 10_000)));
  const rename = responseOf({ version: 4 }, { expectedVersion: 3 });
  observer.responded('local', matchOf('PATCH', '/projects/p/metadata'), rename);
  let pauses = 0;
  while (seen.length === 0) {
    await yieldToEventLoop();
    pauses += 1;
  }
  // In one piece it would be two turns; how many slices it takes is a matter of the machine.
  expect(pauses).toBeGreaterThan(3);
  while (seen.length < 2) await yieldToEventLoop();
  expect(seen).toEqual([3, 4]);
});

test('what is no document is left out, and holds nothing up', async () => {
  const { seen, observer } = observed();
  const document = matchOf('GET', '/projects/p/document');
  observer.responded('local', document, responseOf({ version: 'new' }));
  observer.responded('local', document, {
    ...responseOf(null),
    bodyInSlices: async () => {
      throw new Error('It cannot be read.');
    },
  });
  observer.responded('local', document, responseOf(documentOf(5, 1)));
  while (seen.length === 0) await yieldToEventLoop();
  expect(seen).toEqual([5]);
});
