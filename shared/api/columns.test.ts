import { expect, it } from 'vitest';
import { allEndpoints, type NamedEndpoint } from './index.ts';

const idsWhere = (holds: (endpoint: NamedEndpoint) => boolean): string[] =>
  allEndpoints.filter(holds).map(({ id }) => id);

it('columns stand only where they mean something', () => {
  expect(
    idsWhere(({ repeatable, idempotent, method }) => repeatable && (idempotent || method === 'GET')),
  ).toEqual([]);
  expect(idsWhere(({ offline, method }) => offline !== 'unsigned' && method !== 'GET')).toEqual([]);
  // Only responses under a key are ever replayed.
  expect(idsWhere(({ restrictUrls, idempotent }) => restrictUrls && !idempotent)).toEqual([]);
});

it('a write is sent again without a key only where the API document says that it gives the same response', () => {
  expect(idsWhere(({ repeatable }) => repeatable)).toEqual(['files.completeUpload', 'files.abortUpload']);
});

it('responses that are nothing without their signed URL are not shown offline', () => {
  expect(idsWhere(({ offline }) => offline === 'none')).toContain('files.downloadUrl');
});
