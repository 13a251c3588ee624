// @module-tag rig
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTPValidationError, PublicApiErrorResponse } from '#shared/api/index.ts';
import { ofThisRun } from '#shared/testing/size.ts';
import { BusyService } from '#service/testing/busy-service.ts';

/**
 * Bodies that are small to send and much to work through, sent to a real process while another client asks for something
 * cheap. What is measured is the processor time of the main thread between two turns of its event loop, beside what reading
 * 200,000 small objects takes it at the time: a busy machine makes both slower.
 */
const MAX_BUSY = 10;
const MEBIBYTE = 1024 * 1024;

let service: BusyService;
let projectId: string;

beforeAll(async () => {
  service = await BusyService.start();
  projectId = await service.createProject();
});

afterAll(() => service.end());

/** Places of lists, each in the smallest body that leads there. */
const LISTS: readonly [name: string, method: string, path: string, before: string, after: string][] = [
  ['operations', 'PATCH', '/projects/{id}/document', '{"expectedVersion":1,"operations":', '}'],
  [
    'nodes',
    'PUT',
    '/projects/{id}/document',
    '{"expectedVersion":1,"document":{"graph":{"connections":[],"nodes":',
    '}}}',
  ],
  [
    'connections',
    'PUT',
    '/projects/{id}/document',
    '{"expectedVersion":1,"document":{"graph":{"nodes":[],"connections":',
    '}}}',
  ],
  ['nodes of a run', 'POST', '/runs', '{"graph":{"nodes":', '}}'],
  ['connections of a run', 'POST', '/runs', '{"graph":{"nodes":[],"connections":', '}}'],
  ['targetNodeIds', 'POST', '/runs', '{"projectId":"{id}","targetNodeIds":', '}'],
  ['multipartParts', 'POST', '/files/uploads/upl_1/complete', '{"multipartParts":', '}'],
  ['outputKeys', 'POST', '/runs/run_1/apply-to-project', '{"expectedVersion":1,"outputKeys":', '}'],
  [
    'clips',
    'POST',
    '/timelines/validate',
    '{"document":{"serviceType":"timeline","version":1,"timeline":{"tracks":[],"clips":',
    '}}}',
  ],
  [
    'scenes',
    'POST',
    '/storyboards/validate',
    '{"document":{"serviceType":"storyboard","version":1,"sequences":',
    '}}',
  ],
];

/** Places of objects of any keys. */
const OBJECTS: typeof LISTS = [
  ['metadata', 'POST', '/projects', '{"name":"p","metadata":', '}'],
  [
    'inputs of a node',
    'PUT',
    '/projects/{id}/document',
    '{"expectedVersion":1,"document":{"graph":{"connections":[],"nodes":[{"id":"a","type":"b/c","inputs":',
    '}]}}}',
  ],
  [
    'inputs of a node of a run',
    'POST',
    '/runs',
    '{"graph":{"nodes":[{"id":"a","type":"b/c","inputs":',
    '}]}}',
  ],
  ['inputOverrides', 'POST', '/runs', '{"projectId":"{id}","inputOverrides":', '}'],
  ['overrides of a node', 'POST', '/runs', '{"projectId":"{id}","inputOverrides":{"a":', '}}'],
  ['inputs of a template run', 'POST', '/templates/tpl_1/endpoints/tep_1/runs', '{"inputs":', '}'],
  [
    'ext',
    'POST',
    '/timelines/validate',
    '{"document":{"serviceType":"timeline","version":1,"timeline":{"tracks":[],"clips":[],"ext":',
    '}}}',
  ],
];

const list = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":7`).join(',')}}`;

describe('a body of many small wrong entries', () => {
  const cases = [
    ...LISTS.flatMap((place) => [[...place, list, 5_000_000] as const, [...place, list, 490_000] as const]),
    ...OBJECTS.flatMap((place) => [
      [...place, object, 700_000] as const,
      [...place, object, 99_000] as const,
    ]),
  ];

  // The largest of one place of each kind, and at every place what is just below the limits.
  const isOfEveryRun = ([name, , , , , , count]: (typeof cases)[number]) =>
    count < 500_000 || name === 'operations' || name === 'metadata';

  it.each(ofThisRun(cases, isOfEveryRun))('%s', async (name, method, path, before, after, make, count) => {
    const body = before.replace('{id}', projectId) + make(count) + after;
    const { status, others, maxBusy, grownBytes, ...response } = await service.measure(
      method,
      path.replace('{id}', projectId),
      body,
    );
    const refusal = JSON.parse(response.body) as unknown;
    expect([name, count, [400, 422].includes(status)]).toEqual([name, count, true]);
    expect(PublicApiErrorResponse.safeParse(refusal).success).toBe(true);
    const { detail = [] } = HTTPValidationError.partial().parse(refusal);
    expect(detail.length).toBeLessThanOrEqual(20);
    expect(detail.length > 0).toBe(status === 422);
    expect(response.body.length).toBeLessThan(20_000);
    expect(others.every((other) => other === 200)).toBe(true);
    expect(maxBusy).toBeLessThan(MAX_BUSY);
    expect(grownBytes).toBeLessThan(Math.max(10 * body.length, 160 * MEBIBYTE));
  });
});

/** A chain of nodes, as text; each node holds a text of `characters`. */
const chain = (count: number, characters: number) =>
  JSON.stringify({
    expectedVersion: 1,
    document: {
      graph: {
        nodes: Array.from({ length: count }, (_, i) => ({
          id: `n${i}`,
          type: 'text/join',
          position: { x: i, y: 0 },
          inputs: { b: { type: 'string', value: 'x'.repeat(characters) } },
        })),
        connections: Array.from({ length: count - 1 }, (_, i) => ({
          from: [`n${i}`, 'text'],
          to: [`n${i + 1}`, 'a'],
        })),
      },
    },
  });

describe('a large body that is as it should be', { tags: 'rig' }, () => {
  const MAX_TRANSACTION = 40;

  it.each([
    // Ordinary texts: what people call a very large project.
    [10_000, 20, MAX_BUSY],
    // 15 MB: its one transaction writes them all, and cannot be divided. Alone on a machine it takes a quarter of this.
    [10_000, 1400, MAX_TRANSACTION],
  ])('%d nodes of %d characters: others are answered meanwhile', async (count, characters, limit) => {
    const id = await service.createProject();
    const response = await service.measure('PUT', `/projects/${id}/document`, chain(count, characters));
    expect(response.status).toBe(200);
    expect(response.others.every((other) => other === 200)).toBe(true);
    // Its checks alone have dozens of slices, each of which lets the other client go on.
    expect(response.others.length).toBeGreaterThan(3);
    expect(response.maxBusy).toBeLessThan(limit);
    expect(response.grownBytes).toBeLessThan(160 * MEBIBYTE + 2 * response.body.length);
  });
});
