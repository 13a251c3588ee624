import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PublicTemplateRunDetail, type PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { issueEndpointKey } from '#service/templates/rows.ts';
import { TestService, type Transport, type ConfigOf } from './harness.ts';
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

/** Template endpoints called with their own key: beside the API, and open to nothing else. */
export function describeExternalRuns(transport: Transport, configOf: ConfigOf = () => ({})): void {
  describe('a template endpoint called with its own key', () => {
    let service: TestService;
    let called: Called;
    let endpointKey = '';
    beforeAll(async () => {
      service = await TestService.open(transport, configOf());
      await service.ok('templates.list');
      const { key, ...params } = await publish(service);
      called = params;
      endpointKey = key;
    });
    afterAll(() => service.close());

    const send = (path: string, init: RequestInit = {}, key: string | null = endpointKey) =>
      service.raw(path, {
        ...init,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(init.headers as Record<string, string> | undefined),
        },
      });
    const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const path = () => `/run/${called.endpoint_id}`;
    const formWith = async (entries: Record<string, string> = {}, headers: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, text] of Object.entries(entries)) body.set(name, text);
      body.set('photo', new Blob([new Uint8Array(await photo())], { type: 'image/png' }), 'mine.png');
      return { method: 'POST', body, headers };
    };
    /** Sends a photo with a call. @returns its file id. */
    const sendPhoto = async (): Promise<string> => {
      const { inputFiles } = await finish(await send(path(), await formWith()));
      return inputFiles![0]!.fileId;
    };
    const finish = async (response: Response) => {
      expect(response.status).toBe(202);
      const { taskId } = PublicTemplateRunDetail.parse(await response.json());
      await service.engine.whenIdle();
      const reply = await send(`${path()}/runs/${taskId}`);
      expect(reply.status).toBe(200);
      return PublicTemplateRunDetail.parse(await reply.json());
    };

    it('runs by JSON, tells about itself and about its runs', async () => {
      const info = (await (await send(path())).json()) as PublicTemplateEndpointDocs;
      expect(info).toMatchObject({ endpointId: called.endpoint_id, name: 'Greet' });
      expect(info.ownerRun).toBeUndefined();
      const fileId = await sendPhoto();
      const inputs = { who: value('outside'), photo: { type: 'file', fileId } };
      const finished = await finish(await send(info.externalRun.submit, json({ inputs, externalId: 'x' })));
      expect(finished).toMatchObject({ status: 'succeeded', externalId: 'x' });
      expect(finished.outputs?.['Said']).toMatchObject({ value: expect.stringMatching(/hello outside/i) });
      const picture = finished.outputs?.['Picture'];
      expect(await pictureAt(service, picture)).toMatchObject({ width: 20 });
    });

    it('runs by form, with files as they are', async () => {
      const entries = {
        who: 'form',
        width: '12',
        enlarge: 'true',
        data: '{"name": "x"}',
        externalUserId: 'u9',
      };
      const finished = await finish(await send(path(), await formWith(entries)));
      expect(finished).toMatchObject({
        status: 'succeeded',
        externalUserId: 'u9',
        inputFiles: [{ inputName: 'photo', filename: 'mine.png' }],
      });
      const picture = finished.outputs?.['Picture'];
      expect(await pictureAt(service, picture)).toMatchObject({ width: 12 });
    });

    it('refuses what does not fit, and keeps no file of it', async () => {
      const count = () => service.count('files');
      const before = await count();
      const picture = new Blob([new Uint8Array(await photo())], { type: 'image/png' });
      for (const [code, entries] of [
        ['INPUT_INVALID', { width: 'wide', photo: picture }],
        ['INPUT_INVALID', { width: '0x10', photo: picture }],
        ['INPUT_INVALID', { width: '7615917337495251231', photo: picture }],
        ['INPUT_INVALID', { data: '{"id": 7615917337495251231}', photo: picture }],
        ['INPUT_INVALID', { data: '[', photo: picture }],
        ['INPUT_INVALID', { enlarge: 'perhaps', photo: picture }],
        ['INPUT_INVALID', { who: picture }],
        ['UNKNOWN_INPUT', { other: picture }],
        ['UNKNOWN_INPUT', { other: 'text', photo: picture }],
        ['INVALID_FILE', { photo: new Blob([]) }],
        ['INPUT_MISSING', { who: 'nobody' }],
      ] as [string, Record<string, string | Blob>][]) {
        const form = new FormData();
        for (const [name, content] of Object.entries(entries)) form.set(name, content);
        // As bytes: a client that streams a form may stumble over a response that comes before its end.
        const formResponse = new Response(form);
        const reply = await send(path(), {
          method: 'POST',
          headers: { 'content-type': formResponse.headers.get('content-type') ?? '' },
          body: await formResponse.arrayBuffer(),
        });
        const body = (await reply.json()) as { error: { code: string } };
        expect([Object.keys(entries), reply.status, body.error.code]).toEqual([
          Object.keys(entries),
          400,
          code,
        ]);
      }
      for (const [status, body] of [
        [400, { inputs: { nobody: value('x') } }],
        [400, { inputs: { who: 'plain' } }],
        [422, { inputs: [] }],
        [422, []],
      ] as const) {
        expect([body, (await send(path(), json(body))).status]).toEqual([body, status]);
      }
      expect(await count()).toBe(before);
    });

    it('opens the files that came by that key and those of the template’s fields, and no others', async () => {
      const call = async (fileId: string, key = endpointKey) => {
        const reply = await send(path(), json({ inputs: { photo: { type: 'file', fileId } } }), key);
        const { error } = (await reply.json()) as { error?: { code: string; message: string } };
        return { status: reply.status, code: error?.code, message: error?.message.replace(fileId, '…') };
      };
      const uploadedFileId = await sendPhoto();
      const foreign = await storePhoto(service);
      const finishedRun = await finish(
        await send(path(), json({ inputs: { photo: { type: 'file', fileId: uploadedFileId } } })),
      );
      const output = finishedRun.outputs!['Picture'] as { fileId: string };
      const fileError = await call(foreign);
      expect(fileError).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
      expect(fileError.message).toContain('Send the file with the call');
      // Nothing tells a file of the owner from one that there never was.
      for (const fileId of [`file_${'0'.repeat(26)}.png`, output.fileId])
        expect(await call(fileId)).toEqual(fileError);
      const form = await send(path(), await formWith({ more: 'x' }));
      expect(form.status).toBe(202);
      const asText = new FormData();
      asText.set('photo', foreign);
      expect((await send(path(), { method: 'POST', body: asText })).status).toBe(404);
      // Another endpoint's callers have files of their own, and so has who gets a new key.
      const secondTemplate = await publish(service);
      const foreignCall = await send(
        `/run/${secondTemplate.endpoint_id}`,
        json({ inputs: { photo: { type: 'file', fileId: uploadedFileId } } }),
        secondTemplate.key,
      );
      expect(foreignCall.status).toBe(404);
      expect(await call(uploadedFileId)).toMatchObject({ status: 202 });
      endpointKey = (await issueEndpointKey(service.context, called.endpoint_id))!;
      expect(await call(uploadedFileId)).toEqual(fileError);
      const publishedTemplate = await publish(service, { photo: foreign, hidden: uploadedFileId });
      const callPublished = async (fileId: string) =>
        (
          await send(
            `/run/${publishedTemplate.endpoint_id}`,
            json({ inputs: { photo: { type: 'file', fileId } } }),
            publishedTemplate.key,
          )
        ).status;
      expect(await callPublished(foreign)).toBe(202);
      // What the graph holds elsewhere is not for callers.
      expect(await callPublished(uploadedFileId)).toBe(404);
    });

    it('refuses what stands beside the inputs, and runs with the template’s own values where nothing is given', async () => {
      const publishedTemplate = await publish(service, { photo: await storePhoto(service) });
      const runs = () => service.count('template_runs');
      const before = await runs();
      for (const [body, message] of [
        [{ who: value('x') }, 'Put it into inputs: {"inputs": {"who": …}}.'],
        [{ inputs: {}, width: value(3) }, 'Put it into inputs'],
        [
          { constructor: 'x' },
          'A call has no constructor beside its inputs. What the template takes goes into',
        ],
        [{ input: { who: value('x') } }, 'A call has no input beside its inputs.'],
      ] as const) {
        const at = `/run/${publishedTemplate.endpoint_id}`;
        const reply = await send(at, json(body), publishedTemplate.key);
        const { error } = (await reply.json()) as { error: { code: string; message: string } };
        expect([reply.status, error.code]).toEqual([400, 'UNKNOWN_INPUT']);
        expect(error.message).toContain(message);
        const { key: _key, ...params } = publishedTemplate;
        await service.refused('templates.createRun', 400, { params, body });
      }
      expect(await runs()).toBe(before);
      for (const body of [{}, { externalId: 'mine' }])
        expect(
          (await send(`/run/${publishedTemplate.endpoint_id}`, json(body), publishedTemplate.key)).status,
        ).toBe(202);
    });

    it('takes that key and no other, and takes it nowhere else', async () => {
      const foreignTemplate = await publish(service);
      for (const key of [null, service.key, foreignTemplate.key, 'pbe_wrong', `${endpointKey}x`]) {
        for (const [at, init] of [
          [path(), {}],
          [path(), json({ inputs: {} })],
          [`${path()}/runs/run_x`, {}],
        ] as const) {
          const reply = await send(at, init, key);
          expect([at, reply.status]).toEqual([at, 401]);
        }
      }
      for (const id of ['templates.list', 'projects.list', 'templates.getRun', 'runs.get'] as const) {
        await service.refused(id, 401, { key: endpointKey });
      }
      const ownerRun = await runToEnd(service, called, {
        inputs: { photo: { type: 'file', fileId: await storePhoto(service) } },
      });
      // Runs of the owner are not for others, nor are runs of other endpoints.
      expect((await send(`${path()}/runs/${ownerRun.taskId}`)).status).toBe(404);
      expect((await send(`${path()}/runs/run_none`)).status).toBe(404);
      expect((await send(`${path()}/other`)).status).toBe(404);
      expect((await send(path(), { method: 'DELETE' })).status).toBe(405);
      const renewed = (await issueEndpointKey(service.context, called.endpoint_id))!;
      expect((await send(path())).status).toBe(401);
      endpointKey = renewed;
      expect((await send(path())).status).toBe(200);
    });

    it('answers a call that is sent again under one key once, also at the same time and after a restart', async () => {
      const fileId = await sendPhoto();
      const body = { inputs: { who: value('once'), photo: { type: 'file', fileId } } };
      const headers = { 'idempotency-key': 'external once' };
      const call = () => send(path(), json(body, headers));
      const runs = () => service.count('template_runs');
      const before = await runs();
      const texts = await Promise.all([1, 2, 3, 4].map(async () => (await call()).text()));
      expect(new Set(texts).size).toBe(1);
      await service.restart();
      const replayedResponse = await call();
      expect([replayedResponse.status, await replayedResponse.text()]).toEqual([202, texts[0]]);
      expect(replayedResponse.headers.get('idempotency-replayed')).toBe('true');
      expect(await runs()).toBe(before + 1);

      const changedBody = { inputs: { who: value('other'), photo: { type: 'file', fileId } } };
      const conflictResponse = await send(path(), json(changedBody, headers));
      expect(conflictResponse.status).toBe(409);
      expect(await conflictResponse.json()).toMatchObject({ error: { code: 'IDEMPOTENCY_CONFLICT' } });
      const noKey = await send(path(), json(changedBody, { 'idempotency-key': 'é' }));
      expect(noKey.status).toBe(422);
      // The owner's keys are another matter.
      const ownerRun = await service.ok('templates.createRun', { params: called, body, headers });
      expect(texts[0]).not.toContain(ownerRun.taskId);

      const form = () => formWith({}, { 'idempotency-key': 'external form' });
      const files = () => service.count('files');
      const first = await (await send(path(), await form())).text();
      await service.engine.whenIdle();
      const stored = await files();
      expect(await (await send(path(), await form())).text()).toBe(first);
      expect(await files()).toBe(stored);
    });

    it('streams how far its runs are, from the start or from any event', async () => {
      const fileId = await sendPhoto();
      const reply = await send(path(), json({ inputs: { photo: { type: 'file', fileId } } }));
      const { taskId } = PublicTemplateRunDetail.parse(await reply.json());
      const at = `${path()}/runs/${taskId}/events/stream`;
      const live = await send(at);
      expect(live.headers.get('content-type')).toBe('text/event-stream');
      const ids = (text: string): string[] => text.match(/^id: .+$/gm) ?? [];
      const streamedIds = ids(await live.text());
      expect(streamedIds.length).toBeGreaterThan(5);
      // The owner is told more, at the same events.
      const owner = await follow(service, called, taskId);
      const ownerIds = owner.map(({ id }) => `id: ${id}`);
      expect(ownerIds.filter((id) => streamedIds.includes(id))).toEqual(streamedIds);
      expect(owner.at(-1)?.data.status).toBe('succeeded');
      const resumedStream = await send(at, { headers: { 'last-event-id': streamedIds[3]!.slice(4) } });
      expect(ids(await resumedStream.text())).toEqual(streamedIds.slice(4));
      expect((await send(at, { headers: { 'last-event-id': 'nonsense' } })).status).toBe(422);
      expect((await send(at, {}, null)).status).toBe(401);
      expect((await send(`${path()}/runs/run_none/events/stream`)).status).toBe(404);
      expect((await send(at, { method: 'POST' })).status).toBe(405);
    });

    it('is limited like any key', async () => {
      const limited = await TestService.open(transport, { rateLimit: 3 });
      try {
        const { data } = await limited.ok('templates.list');
        const { endpointId } = data[0]!.endpoints![0]!;
        const key = (await issueEndpointKey(limited.context, endpointId))!;
        const info = () => limited.raw(`/run/${endpointId}`, { headers: { authorization: `Bearer ${key}` } });
        for (let count = 0; count < 3; count += 1) expect((await info()).status).toBe(200);
        const reply = await info();
        expect(reply.status).toBe(429);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      } finally {
        await limited.close();
      }
    });
  });
}
