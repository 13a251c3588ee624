import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PublicTemplateRunDetail, type PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { issueEndpointKey } from '#service/templates/rows.ts';
import { TestService, type Transport } from './harness.ts';
import {
  follow,
  photo,
  pictureAt,
  publish,
  runToEnd,
  storePhoto,
  value,
  type Called,
} from './template-story.ts';

/** The seven endpoints of templates. */
export function describeTemplates(transport: Transport): void {
  describe('templates', () => {
    let service: TestService;
    let called: Called;
    let endpointKey = '';

    beforeAll(async () => {
      service = await TestService.open(transport);
      // The account is opened, with its samples, by its first request.
      await service.ok('templates.list');
      const { key, ...params } = await publish(service);
      called = params;
      endpointKey = key;
    });
    afterAll(() => service.close());

    it('gives a fresh account three samples with endpoints, whose examples work as they are', async () => {
      const { data } = await service.ok('templates.list', {
        key: await service.newKey({ account: 'fresh' }),
      });
      expect(data.map(({ name }) => name)).toEqual(['Title card', 'Photo finish', 'Social contact sheet']);
      const samples = (await service.ok('templates.list')).data.filter((item) => item.source === 'sample');
      expect(samples).toHaveLength(3);
      for (const sample of samples) {
        const params = {
          template_id: sample.templateId,
          endpoint_id: sample.endpoints?.[0]?.endpointId ?? '',
        };
        const docs = await service.ok('templates.getEndpointDocs', { params });
        const finished = await runToEnd(service, params, docs.requestExample);
        expect([sample.name, finished.status, finished.error]).toEqual([sample.name, 'succeeded', null]);
        for (const { name, kind } of docs.outputs ?? []) {
          const output = finished.outputs?.[name];
          expect(output && 'fileId' in output ? 'file' : 'primitive').toBe(kind);
        }
        const key = (await issueEndpointKey(service.context, params.endpoint_id))!;
        const outside = await service.raw(docs.externalRun.submit, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(docs.requestExample),
        });
        expect(outside.status).toBe(202);
      }
      const detail = await service.ok('account.credits', { key: await service.newKey({ account: 'fresh' }) });
      expect(detail.balanceCents).toBe(100);
    });

    it('lists by page, search and endpoint; shows details and endpoints', async () => {
      const bare = await publish(service, { endpoint: false, name: 'Bare Übung', tags: ['solo'] });
      const ids = async (query: Record<string, string | number | boolean>) =>
        (await service.ok('templates.list', { query })).data.map((item) => item.templateId);
      for (const search of ['übung', 'ubung', 'SOLO', 'bare ü', 'BARE U']) {
        expect(await ids({ search })).toEqual([bare.template_id]);
      }
      for (const search of ['ÉTUDE', 'etude', 'e\u0301tude']) {
        expect(await ids({ search })).toEqual([called.template_id]);
      }
      expect(await ids({ search: 'says hello' })).toHaveLength(2);
      expect(await ids({ search: 'tests', hasEndpoint: true })).toEqual([called.template_id]);
      expect(await ids({ hasEndpoint: false })).toEqual([bare.template_id]);
      expect(await ids({ search: '100%' })).toEqual([]);

      const all = await ids({});
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = cursor === null ? { limit: 2 } : { limit: 2, cursor };
        const page = await service.ok('templates.list', { query });
        paged.push(...page.data.map((item) => item.templateId));
        cursor = page.nextCursor ?? null;
        expect(page.hasMore).toBe(cursor !== null);
        // What comes meanwhile stands in front and moves nothing.
        if (paged.length === 2) await publish(service, { name: 'Meanwhile' });
      } while (cursor !== null);
      expect(paged).toEqual(all);
      const first = await service.ok('templates.list', { query: { limit: 1 } });
      const invalidQueries: Record<string, string>[] = [
        { cursor: 'nonsense' },
        { cursor: String(first.nextCursor), search: 'x' },
      ];
      for (const query of invalidQueries) {
        expect((await service.refused('templates.list', 400, { query })).code).toBe('INVALID_CURSOR');
      }
      await service.refused('templates.list', 422, { query: { hasEndpoint: 'maybe' } });

      const detail = await service.ok('templates.get', { params: called });
      expect(detail).toMatchObject({
        templateId: called.template_id,
        name: 'Greeting',
        hasEndpoint: true,
        hasData: true,
        nodeCount: 7,
        source: 'project',
        category: 'Tests',
        tags: ['étude'],
        endpoints: [{ endpointId: called.endpoint_id, inputCount: 6, outputCount: 2, isActive: true }],
      });
      const endpoints = await service.ok('templates.listEndpoints', { params: called });
      expect(endpoints).toMatchObject({ data: detail.endpoints, hasMore: false });
      expect(endpoints.data[0]?.apiKeyPrefix).toBe(endpointKey.slice(0, 9));
      expect(await service.ok('templates.listEndpoints', { params: bare })).toMatchObject({ data: [] });
    });

    it('documents an endpoint without giving its key away', async () => {
      const reply = await service.call('templates.getEndpointDocs', { params: called });
      const docs = reply.body as PublicTemplateEndpointDocs;
      expect(reply.text).not.toContain(endpointKey);
      expect(docs.inputs?.map(({ fieldName, kind, dataType }) => [fieldName, kind, dataType])).toEqual([
        ['who', 'primitive', 'string'],
        ['more', 'primitive', 'string'],
        ['data', 'primitive', 'json'],
        ['photo', 'file', 'image'],
        ['width', 'primitive', 'number'],
        ['enlarge', 'primitive', 'boolean'],
      ]);
      expect(docs.outputs?.map(({ name, kind, dataType }) => [name, kind, dataType])).toEqual([
        ['Said', 'primitive', 'string'],
        ['Picture', 'file', 'image'],
      ]);
      expect(docs).toMatchObject({
        auth: { header: 'Authorization', scheme: 'bearer', apiKeyReturnedOnce: true },
        externalRun: {
          submit: `/run/${called.endpoint_id}`,
          status: `/run/${called.endpoint_id}/runs/{task_id}`,
          info: `/run/${called.endpoint_id}`,
        },
        ownerRun: { available: true, method: 'POST', statusMethod: 'GET', streamMethod: 'GET' },
      });
      for (const row of await service.context.db.all('SELECT * FROM template_endpoints')) {
        expect(JSON.stringify(row)).not.toContain(endpointKey);
      }
    });

    it('gives its owner an example that works as it is, and tells others of no file', async () => {
      const fileId = await storePhoto(service);
      const docs = await service.ok('templates.getEndpointDocs', { params: called });
      expect(docs.requestExample['inputs']).toMatchObject({ photo: { type: 'file', fileId } });
      expect(Object.keys(docs.requestExample['inputs'] as object)).toEqual(
        docs.inputs?.map(({ fieldName }) => fieldName),
      );
      const finished = await runToEnd(service, called, docs.requestExample);
      expect([finished.status, finished.error]).toEqual(['succeeded', null]);
      const headers = { authorization: `Bearer ${endpointKey}` };
      const info = await service.raw(docs.externalRun.info, { headers });
      expect(await info.text()).not.toContain(fileId);
      // With the id of a file that this key sent in its place, the example works for others as well.
      const form = new FormData();
      form.set('photo', new Blob([new Uint8Array(await photo())], { type: 'image/png' }), 'theirs.png');
      const submitResponse = await service.raw(docs.externalRun.submit, {
        method: 'POST',
        headers,
        body: form,
      });
      const { inputFiles } = PublicTemplateRunDetail.parse(await submitResponse.json());
      const example = docs.requestExample['inputs'] as object;
      const theirs = { inputs: { ...example, photo: { type: 'file', fileId: inputFiles![0]!.fileId } } };
      const outside = await service.raw(docs.externalRun.submit, {
        method: docs.externalRun.method ?? '',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(theirs),
      });
      expect(outside.status).toBe(202);
    });

    it('runs with typed inputs, and shows progress, files and outputs under their field names', async () => {
      const fileId = await storePhoto(service);
      const docs = await service.ok('templates.getEndpointDocs', { params: called });
      const response = await service.raw(docs.ownerRun?.submit ?? '', {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          inputs: {
            who: value('you'),
            more: value('{{name}}'),
            data: { type: 'json', value: { name: 'and me' } },
            photo: { type: 'file', fileId },
            width: value(30),
            enlarge: { type: 'null', value: null },
          },
          externalId: 'order 9',
        }),
      });
      expect(response.status).toBe(202);
      const accepted = PublicTemplateRunDetail.parse(await response.json());
      expect(accepted).toMatchObject({
        templateId: called.template_id,
        endpointId: called.endpoint_id,
        status: 'accepted',
        sourceType: 'template_endpoint',
        externalId: 'order 9',
        inputFiles: [{ inputName: 'photo', fileId, filename: 'photo.png' }],
      });
      const events = await follow(service, called, accepted.taskId);
      expect(events[0]?.data.status).toBe('accepted');
      expect(events.at(-1)?.data).toMatchObject({ status: 'succeeded', progress: 100, nodesCount: 7 });
      const percents = events.map(({ data }) => data.progress ?? 0);
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      expect(events.some(({ data }) => data.status === 'running' && data.currentNode === 'Say')).toBe(true);

      const finished = await service.ok('templates.getRun', {
        params: { ...called, task_id: accepted.taskId },
      });
      expect(finished.outputs?.['Said']).toEqual({
        type: 'string',
        value: expect.stringMatching(/hello you/i),
      });
      const picture = finished.outputs?.['Picture'];
      expect(await pictureAt(service, picture)).toMatchObject({
        width: 30,
        height: 10,
      });
      // The template itself is as it was.
      expect(
        (await runToEnd(service, called, { inputs: { photo: { type: 'file', fileId } } })).outputs?.['Said'],
      ).toEqual({
        type: 'string',
        value: expect.stringMatching(/hello world/i),
      });
      const { callCount, lastCalled } = (await service.ok('templates.listEndpoints', { params: called }))
        .data[0]!;
      expect(callCount).toBe(5);
      expect(lastCalled).toBeTruthy();
    });

    it('resumes an event stream at any event, without gaps and repeats', async () => {
      const fileId = await storePhoto(service);
      const { taskId } = await runToEnd(service, called, { inputs: { photo: { type: 'file', fileId } } });
      const allEvents = await follow(service, called, taskId);
      const stripUrls = (events: typeof allEvents) =>
        events.map(({ id, data }) => ({ id, ...data, outputs: Object.keys(data.outputs ?? {}) }));
      for (const [index, { id }] of allEvents.entries()) {
        expect(stripUrls(await follow(service, called, taskId, id))).toEqual(
          stripUrls(allEvents.slice(index + 1)),
        );
      }
      await service.restart();
      expect(stripUrls(await follow(service, called, taskId))).toEqual(stripUrls(allEvents));
      const secondRun = await runToEnd(service, called, { inputs: { photo: { type: 'file', fileId } } });
      const foreign = await service.call('templates.streamRunEvents', {
        params: { ...called, task_id: secondRun.taskId },
        headers: { 'last-event-id': allEvents[0]!.id },
      });
      expect(foreign.status).toBe(422);
    });

    it('runs to the chosen outputs only', async () => {
      const params = await publish(service, { outputs: ['Said'] });
      const finished = await runToEnd(service, params, { inputs: { who: value('all') } });
      expect(Object.keys(finished.outputs ?? {})).toEqual(['Said']);
      expect(finished.nodesCount).toBe(4);
    });

    it('answers a repeated call under one key once', async () => {
      const fileId = await storePhoto(service);
      const options = {
        params: called,
        body: { inputs: { photo: { type: 'file', fileId } } },
        headers: { 'idempotency-key': 'template once' },
      };
      const responses = await Promise.all([1, 2, 3, 4].map(() => service.ok('templates.createRun', options)));
      expect(new Set(responses.map((item) => item.taskId)).size).toBe(1);
      const error = await service.refused('templates.createRun', 409, { ...options, body: {} });
      expect(error.code).toBe('IDEMPOTENCY_CONFLICT');
    });

    it.each<[string, number, string, string | null, unknown]>([
      ['an unknown field', 400, 'UNKNOWN_INPUT', 'nobody', { nobody: value('x') }],
      ['a value that is not typed', 400, 'INVALID_INPUTS', null, { who: 'you' }],
      ['a type that does not hold', 400, 'INVALID_INPUTS', null, { who: { type: 'string', value: 5 } }],
      ['a number out of its range', 400, 'INPUT_INVALID', 'width', { width: value(-1) }],
      ['a word for a number', 400, 'INPUT_INVALID', 'width', { width: value('wide') }],
      ['a file for a text', 400, 'INPUT_INVALID', 'who', {}],
      ['text for a file', 400, 'INPUT_INVALID', 'photo', { photo: value('photo.png') }],
      ['no file where one is needed', 400, 'INPUT_MISSING', 'photo', {}],
      [
        'what is no file id',
        400,
        'INVALID_FILE_REFERENCE',
        'photo',
        { photo: { type: 'file', fileId: '/etc/passwd' } },
      ],
      [
        'a file that is not there',
        404,
        'FILE_NOT_FOUND',
        'photo',
        { photo: { type: 'file', fileId: 'file_00000000000000000000000000.png' } },
      ],
    ])('refuses %s', async (label, status, code, fieldName, inputs) => {
      const requestInputs: Record<string, unknown> = { ...(inputs as object) };
      if (label.startsWith('a file for'))
        requestInputs['who'] = { type: 'file', fileId: await storePhoto(service) };
      if ('width' in requestInputs)
        requestInputs['photo'] = { type: 'file', fileId: await storePhoto(service) };
      const error = await service.refused('templates.createRun', status, {
        params: called,
        body: { inputs: requestInputs },
      });
      expect(error.code).toBe(code);
      expect(error.details?.['fieldName'] ?? null).toBe(fieldName);
    });

    it('refuses a run that the account cannot pay, and books what it can', async () => {
      const poor = await TestService.open(transport, { credits: 1, prices: { 'image/text-card': 400_000 } });
      try {
        const { data } = await poor.ok('templates.list', { query: { search: 'title card' } });
        const params = {
          template_id: data[0]!.templateId,
          endpoint_id: data[0]!.endpoints![0]!.endpointId,
        };
        await poor.ok('templates.createRun', { params, body: {} });
        await poor.engine.whenIdle();
        expect((await poor.ok('account.credits')).balanceMicrocredits).toBe('200000');
        const error = await poor.refused('templates.createRun', 400, {
          params,
          body: { inputs: { title: value('Again') } },
        });
        expect(error.code).toBe('INSUFFICIENT_CREDITS');
      } finally {
        await poor.close();
      }
    });

    it('guards the files of a template, and keeps accounts apart', async () => {
      const photos = (await service.ok('templates.list', { query: { search: 'photo finish' } })).data[0]!;
      const params = {
        template_id: photos.templateId,
        endpoint_id: photos.endpoints![0]!.endpointId,
      };
      const docs = await service.ok('templates.getEndpointDocs', { params });
      const example = docs.requestExample['inputs'] as { photo: { fileId: string } };
      const error = await service.refused('files.delete', 409, {
        params: { file_id: example.photo.fileId },
      });
      expect(error).toMatchObject({
        code: 'FILE_IN_USE',
        details: { templates: [{ name: 'Photo finish' }] },
      });

      const key = await service.newKey({ account: 'stranger' });
      const { taskId } = await runToEnd(service, params, {});
      const all = { ...params, task_id: taskId };
      for (const id of ['templates.get', 'templates.listEndpoints', 'templates.getEndpointDocs'] as const) {
        expect((await service.refused(id, 404, { params, key })).code).toBe('TEMPLATE_NOT_FOUND');
      }
      await service.refused('templates.createRun', 404, { params, key, body: {} });
      await service.refused('templates.getRun', 404, { params: all, key });
      await service.refused('templates.streamRunEvents', 404, { params: all, key });
      for (const mismatchedParams of [
        { ...all, endpoint_id: called.endpoint_id },
        { ...all, template_id: called.template_id },
        { ...all, task_id: 'run_none' },
      ]) {
        await service.refused('templates.getRun', 404, { params: mismatchedParams });
        await service.refused('templates.streamRunEvents', 404, { params: mismatchedParams });
      }
      await service.refused('templates.getEndpointDocs', 404, {
        params: { ...params, endpoint_id: called.endpoint_id },
      });
    });
  });
}
