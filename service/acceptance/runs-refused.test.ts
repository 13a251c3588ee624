import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestService } from './harness.ts';
import { createRun, awaitRunEnd, photo, upload, value, wire } from './run-story.ts';

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('http');
});
afterEach(() => service.close());

describe('a request to run is refused', () => {
  const text = (inputs: object = {}) => ({ nodes: [{ id: 'n', type: 'input/text', inputs }] });
  it.each<[string, number, string, object, object?]>([
    ['without a source', 400, 'INVALID_RUN_SOURCE', {}],
    ['with two', 400, 'INVALID_RUN_SOURCE', { projectId: 'prj_x', graph: text() }],
    ['for an unknown project', 404, 'PROJECT_NOT_FOUND', { projectId: 'prj_x' }, { projectId: 'prj_x' }],
    ['for an empty graph', 400, 'EMPTY_GRAPH', { graph: { nodes: [] } }],
    [
      'for an unknown node type',
      400,
      'UNKNOWN_NODE_TYPE',
      { graph: { nodes: [{ id: 'n', type: 'no/such' }] } },
      { nodeId: 'n' },
    ],
    [
      'for an unknown input',
      400,
      'UNKNOWN_INPUT',
      { graph: text({ nope: value(1) }) },
      { nodeId: 'n', pin: 'nope' },
    ],
    [
      'for an unknown target',
      400,
      'UNKNOWN_TARGET',
      { graph: text(), targetNodeIds: ['m'] },
      { nodeId: 'm' },
    ],
    [
      'for an override of an unknown node',
      400,
      'UNKNOWN_NODE',
      { graph: text(), inputOverrides: { m: { value: value(1) } } },
      { nodeId: 'm' },
    ],
    [
      'for an override of an unknown input',
      400,
      'UNKNOWN_INPUT',
      { graph: text(), inputOverrides: { n: { x: value(1) } } },
      { nodeId: 'n', pin: 'x' },
    ],
    [
      'for a value that its pin cannot take',
      400,
      'INPUT_INVALID',
      { graph: { nodes: [{ id: 'n', type: 'input/number', inputs: { value: value('many') } }] } },
      { nodeId: 'n', pin: 'value' },
    ],
    [
      'for a required input left out',
      400,
      'INPUT_MISSING',
      { graph: { nodes: [{ id: 'n', type: 'input/image' }] } },
      { nodeId: 'n', pin: 'file' },
    ],
    [
      'for a malformed file reference',
      400,
      'INVALID_FILE_REFERENCE',
      {
        graph: {
          nodes: [{ id: 'n', type: 'input/image', inputs: { file: { type: 'file', fileId: '../etc' } } }],
        },
      },
      { nodeId: 'n', pin: 'file' },
    ],
    [
      'for a missing file',
      404,
      'FILE_NOT_FOUND',
      {
        graph: {
          nodes: [
            {
              id: 'n',
              type: 'input/image',
              inputs: { file: { type: 'file', fileId: `file_${'0'.repeat(26)}.png` } },
            },
          ],
        },
      },
      { nodeId: 'n', pin: 'file' },
    ],
    [
      'for an unknown output pin',
      400,
      'UNKNOWN_OUTPUT',
      {
        graph: {
          nodes: [
            { id: 'a', type: 'input/text' },
            { id: 'b', type: 'output/value' },
          ],
          connections: [{ from: { nodeId: 'a', pin: 'nope' }, to: { nodeId: 'b', pin: 'value' } }],
        },
      },
      { nodeId: 'a', pin: 'nope' },
    ],
    [
      'for a cycle',
      400,
      'INVALID_GRAPH',
      {
        graph: {
          nodes: [
            { id: 'a', type: 'text/template' },
            { id: 'b', type: 'text/template' },
          ],
          connections: [wire('a.text', 'b.a'), wire('b.text', 'a.a')],
        },
      },
    ],
  ])('%s', async (_name, status, code, body, details = {}) => {
    const error = await service.refused('runs.create', status, { body });
    expect(error.code).toBe(code);
    expect(error.details ?? {}).toMatchObject(details);
    expect(await service.count('runs')).toBe(0);
  });

  it("of another account's run or file, as if they did not exist", async () => {
    const fileId = await upload(service, await photo(), 'photo.jpg', 'image/jpeg');
    const run = await createRun(service, { graph: text() });
    await awaitRunEnd(service, run.id);
    const key = await service.newKey({ account: 'stranger' });
    const params = { run_id: run.id };
    expect((await service.refused('runs.get', 404, { params, key })).code).toBe('RUN_NOT_FOUND');
    await service.refused('runs.cancel', 404, { params, key });
    await service.refused('runs.listEvents', 404, { params, key });
    await service.refused('runs.streamEvents', 404, { params, key });
    await service.refused('runs.applyToProject', 404, { params, key, body: { expectedVersion: 1 } });
    const graph = { nodes: [{ id: 'n', type: 'input/image', inputs: { file: { type: 'file', fileId } } }] };
    await service.refused('runs.create', 404, { body: { graph }, key });
  });
});
