import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService, type Transport } from './harness.ts';

const value = (content: string | number) => ({ type: typeof content, value: content });
const sentence = {
  nodes: [
    { id: 'line', type: 'text/template', inputs: { template: value('hello {{a}}'), a: value('you') } },
    { id: 'out', type: 'output/value', inputs: { name: value('Line') } },
  ],
  connections: [{ from: ['line', 'text'], to: ['out', 'value'] }],
};
/** Runs until it is canceled: nobody waits an hour. */
const pendingGraph = {
  nodes: [{ id: 'wait', type: 'control/delay', inputs: { value: value('x'), seconds: value(3600) } }],
};

/** The six endpoints of runs, each with what it refuses; their stories are in files of their own. */
export function describeRuns(transport: Transport): void {
  describe('runs', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const saved = async () => {
      const { id } = await service.createProject({ name: 'To run' });
      await service.ok('projects.replaceDocument', {
        params: { project_id: id },
        body: { expectedVersion: 1, document: { graph: sentence } },
      });
      return id;
    };

    it('runs a saved project, tells its events, and applies its outputs once', async () => {
      const projectId = await saved();
      const headers = { 'idempotency-key': `run ${projectId}` };
      const run = await service.ok('runs.create', { body: { projectId }, headers });
      expect(await service.ok('runs.create', { body: { projectId }, headers })).toEqual(run);
      await service.refused('runs.create', 409, { body: { projectId, externalId: 'x' }, headers });
      const params = { run_id: run.id };
      const stream = await service.call('runs.streamEvents', { params });
      expect(stream.headers.get('content-type')).toBe('text/event-stream');
      expect(stream.text).toContain('"type":"run.succeeded"');

      const finished = await service.ok('runs.get', { params });
      expect(finished).toMatchObject({
        status: 'succeeded',
        outputs: { Line: { type: 'string', value: 'hello you' } },
      });
      const types: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = cursor === null ? { limit: 3 } : { limit: 3, cursor };
        const page = await service.ok('runs.listEvents', { params, query });
        types.push(...page.data.map((event) => event.type));
        cursor = page.nextCursor ?? null;
      } while (cursor !== null);
      expect([types[0], types.at(-1)]).toEqual(['run.accepted', 'run.succeeded']);
      expect(types).toHaveLength([...stream.text.matchAll(/^id: /gm)].length);

      await service.refused('runs.cancel', 409, { params });
      await service.refused('runs.applyToProject', 400, {
        params,
        body: { expectedVersion: 2, outputKeys: ['Nothing'] },
      });
      await service.refused('runs.applyToProject', 409, { params, body: { expectedVersion: 1 } });
      const applied = await service.ok('runs.applyToProject', { params, body: { expectedVersion: 2 } });
      expect(applied).toMatchObject({ projectId, version: 3, appliedOutputs: 1, outputKeys: ['Line'] });
    });

    it('stops a run that is canceled', async () => {
      const { id } = await service.ok('runs.create', { body: { graph: pendingGraph } });
      await service.ok('runs.cancel', { params: { run_id: id } });
      await service.engine.whenIdle();
      expect((await service.ok('runs.get', { params: { run_id: id } })).status).toBe('canceled');
    });

    it('refuses what it cannot run, find or continue', async () => {
      await service.refused('runs.create', 400, { body: {} });
      await service.refused('runs.create', 404, { body: { projectId: 'prj_none' } });
      const { id } = await service.ok('runs.create', { body: { graph: sentence } });
      const secondRun = await service.ok('runs.create', { body: { graph: sentence } });
      await service.engine.whenIdle();
      const params = { run_id: id };
      const foreign = (await service.ok('runs.listEvents', { params: { run_id: secondRun.id } })).data[0]!.id;
      for (const cursor of ['nonsense', foreign]) {
        await service.refused('runs.listEvents', 400, { params, query: { cursor } });
        await service.refused('runs.streamEvents', 400, { params, query: { cursor } });
        await service.refused('runs.streamEvents', 400, { params, headers: { 'last-event-id': cursor } });
      }
      const error = await service.refused('runs.listEvents', 400, { params, query: { limit: 0 } });
      expect(error.code).toBe('INVALID_LIMIT');
      for (const missing of ['runs.get', 'runs.cancel', 'runs.listEvents', 'runs.streamEvents'] as const) {
        expect((await service.refused(missing, 404)).code).toBe('RUN_NOT_FOUND');
      }
      await service.refused('runs.applyToProject', 404, { body: { expectedVersion: 1 } });
    });
  });
}
