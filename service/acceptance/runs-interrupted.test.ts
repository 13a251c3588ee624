// @module-tag rig
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX, PublicRunDetail, type PublicRunEvent } from '#shared/api/index.ts';
import { createServiceKey, ServiceProgram } from '../testing/service-program.ts';
import { TestService } from './harness.ts';
import { createRun, fileOf, follow, getRun, readStream, value, wire } from './run-story.ts';
describe('a run under way', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('http');
  });
  afterEach(() => service.close());

  const delayed = (seconds: number) => ({
    nodes: [
      { id: 'first', type: 'input/text', inputs: { value: value('done before') } },
      { id: 'wait', type: 'control/delay', inputs: { seconds: value(seconds) } },
      { id: 'last', type: 'output/value', inputs: { name: value('Last') } },
    ],
    connections: [wire('first.text', 'wait.value'), wire('wait.value', 'last.value')],
  });
  const waits = (event: PublicRunEvent): boolean => event.type === 'node.progress' && event.nodeId === 'wait';

  it('is canceled at its next safe point', async () => {
    const run = await createRun(service, { graph: delayed(600) });
    const seen = await follow(service, run.id, { enough: waits });
    const canceled = await service.ok('runs.cancel', { params: { run_id: run.id } });
    expect(canceled).toMatchObject({ status: 'running', cancelRequested: true });
    const rest = await follow(service, run.id, { lastEventId: seen.at(-1)!.id });
    expect(rest.at(-1)?.type).toBe('run.canceled');
    expect((await getRun(service, run.id)).status).toBe('canceled');
    expect((await service.refused('runs.cancel', 409, { params: { run_id: run.id } })).code).toBe(
      'RUN_ALREADY_TERMINAL',
    );
  });

  it('is streamed on after a cut as if nothing had been', async () => {
    const run = await createRun(service, { graph: delayed(0.5) });
    const seen = await follow(service, run.id, { enough: waits });
    const rest = await follow(service, run.id, { lastEventId: seen.at(-1)!.id });
    const list = await service.ok('runs.listEvents', { params: { run_id: run.id }, query: { limit: 200 } });
    expect([...seen, ...rest]).toEqual(list['data']);
    const error = await service.refused('runs.listEvents', 400, {
      params: { run_id: run.id },
      query: { limit: 0 },
    });
    expect(error.code).toBe('INVALID_LIMIT');
  });

  it('goes on after the service was stopped and started again', async () => {
    const run = await createRun(service, { graph: delayed(1) });
    await follow(service, run.id, { enough: waits });
    await service.restart();
    const events = await follow(service, run.id);
    expect(events.at(-1)?.type).toBe('run.succeeded');
    expect(
      events.filter((event) => event.nodeId === 'first' && event.type === 'node.succeeded'),
    ).toHaveLength(1);
    expect((await getRun(service, run.id)).outputs).toEqual({
      Last: { type: 'string', value: 'done before' },
    });
  });
});

describe('a service that is killed in mid-run', () => {
  let directory: string;
  let program: ServiceProgram;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-killed-'));
    program = new ServiceProgram(directory);
  });
  afterEach(async () => {
    await program.killAll();
    rmSync(directory, { recursive: true, force: true });
  });

  it('ends the run after a restart, and does not repeat what was done', async () => {
    const key = await createServiceKey(directory);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const stream = async (origin: string, runId: string, enough?: (event: PublicRunEvent) => boolean) => {
      const leave = new AbortController();
      const url = `${origin}${API_PREFIX}/runs/${runId}/events/stream`;
      return readStream(await fetch(url, { headers, signal: leave.signal }), leave, enough);
    };
    const graph = {
      nodes: [
        { id: 'noise', type: 'image/gradient', inputs: {} },
        { id: 'wait', type: 'control/delay', inputs: { seconds: value(1) } },
        { id: 'out', type: 'output/file', inputs: { name: value('Picture') } },
      ],
      connections: [wire('noise.image', 'wait.value'), wire('wait.value', 'out.file')],
    };
    const first = await program.start();
    const response = await fetch(`${first.origin}${API_PREFIX}/runs`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ graph }),
    });
    expect(response.status).toBe(202);
    const run = PublicRunDetail.parse(await response.json());
    await stream(first.origin, run.id, (event) => event.type === 'node.progress' && event.nodeId === 'wait');
    await first.kill();

    const second = await program.start();
    const events = await stream(second.origin, run.id);
    expect(events.at(-1)?.type).toBe('run.succeeded');
    expect(events.filter((event) => event.nodeId === 'noise').map((event) => event.type)).toEqual([
      'node.started',
      'node.succeeded',
    ]);
    const finished = PublicRunDetail.parse(
      await (await fetch(`${second.origin}${API_PREFIX}/runs/${run.id}`, { headers })).json(),
    );
    const picture = fileOf(finished, 'Picture');
    expect((await (await fetch(String(picture.downloadUrl))).bytes()).byteLength).toBe(picture.sizeBytes);
    expect(await second.stop()).toBe(0);
  });
});
