import { sharp } from '#native/testing/sharp.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishTemplate } from '#service/templates/publish.ts';
import { TestService } from './harness.ts';
import {
  createRun,
  awaitRunEnd,
  fileOf,
  follow,
  getRun,
  photo,
  posterGraph,
  saveProject,
  upload,
  value,
  wire,
} from './run-story.ts';

/** The story of runs over HTTP, with the node types that ship. */

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('http');
});
afterEach(() => service.close());

describe('a run of a saved project', () => {
  it('goes from upload to applied outputs', async () => {
    const fileId = await upload(service, await photo(), 'photo.jpg', 'image/jpeg');
    const project = await saveProject(service, posterGraph(fileId));

    const run = await createRun(service, { projectId: project.id, externalId: 'order 7' });
    expect(run).toMatchObject({
      status: 'accepted',
      sourceType: 'saved_project',
      projectId: project.id,
      projectVersion: project.version,
      externalId: 'order 7',
      inputFiles: [
        { nodeId: 'photo', inputName: 'file', fileId, filename: 'photo.jpg', contentType: 'image/jpeg' },
      ],
    });

    const events = await follow(service, run.id);
    expect(events.at(-1)).toMatchObject({ type: 'run.succeeded', data: { status: 'succeeded' } });
    const finished = await getRun(service, run.id);
    expect(finished.outputs?.['Words']).toEqual({ type: 'string', value: 'hello world' });
    const picture = fileOf(finished, 'Picture');

    const bytes = await (await fetch(String(picture.downloadUrl))).bytes();
    expect(bytes.byteLength).toBe(picture.sizeBytes);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
    const preview = await fetch(String(picture.previewUrl));
    expect(preview.headers.get('content-type')).toBe('image/webp');
    await preview.body?.cancel();
    expect((await service.ok('files.get', { params: { file_id: picture.fileId } }))['filename']).toBe(
      picture.filename,
    );

    const applied = await service.ok('runs.applyToProject', {
      params: { run_id: run.id },
      body: { expectedVersion: project.version },
    });
    expect(applied).toMatchObject({
      runId: run.id,
      projectId: project.id,
      version: project.version + 1,
      appliedOutputs: 2,
      outputKeys: ['Picture', 'Words'],
    });
    const document = await service.ok('projects.getDocument', { params: { project_id: project.id } });
    expect(document).toMatchObject({
      version: project.version + 1,
      document: {
        graph: {
          nodes: expect.arrayContaining([
            expect.objectContaining({
              id: 'applied-picture',
              type: 'input/image',
              inputs: { file: { type: 'file', value: picture.fileId } },
            }),
            expect.objectContaining({ id: 'applied-words', type: 'input/text' }),
          ]),
        },
      },
    });
    const detail = await service.ok('projects.get', { params: { project_id: project.id } });
    const thumbnail = await fetch(String(detail['thumbnailUrl']));
    expect(thumbnail.status).toBe(200);
    expect(await sharp(await thumbnail.bytes()).metadata()).toMatchObject({ format: 'webp', width: 40 });
    expect(
      (await service.refused('files.delete', 409, { params: { file_id: picture.fileId } })).code,
    ).toBeTruthy();
  });

  it('is applied only while project, version and selection allow it', async () => {
    const project = await saveProject(service, {
      nodes: [{ id: 'v', type: 'output/value', inputs: { value: value(1), name: value('One') } }],
      connections: [],
    });
    const run = await createRun(service, { projectId: project.id });
    await awaitRunEnd(service, run.id);
    const apply = (status: number, body: object, runId = run.id) =>
      service.refused('runs.applyToProject', status, { params: { run_id: runId }, body });

    expect((await apply(400, { expectedVersion: project.version, outputKeys: ['Two'] })).code).toBe(
      'INVALID_OUTPUT_SELECTION',
    );
    expect((await apply(400, { expectedVersion: project.version, outputKeys: [] })).code).toBe(
      'INVALID_OUTPUT_SELECTION',
    );
    expect((await apply(409, { expectedVersion: project.version - 1 })).code).toBe('VERSION_CONFLICT');
    expect((await apply(404, { expectedVersion: 1 }, 'run_unknown')).code).toBe('RUN_NOT_FOUND');

    const inline = await createRun(service, {
      graph: { nodes: [{ id: 'v', type: 'output/value', inputs: { value: value(1) } }] },
    });
    await awaitRunEnd(service, inline.id);
    expect((await apply(409, { expectedVersion: 1 }, inline.id)).code).toBe('RUN_NOT_APPLICABLE');

    await service.ok('projects.updateMetadata', {
      params: { project_id: project.id },
      body: { expectedVersion: project.version, name: 'Changed' },
    });
    expect((await apply(409, { expectedVersion: project.version + 1 })).code).toBe('RUN_OUTDATED');
    await service.ok('projects.delete', {
      params: { project_id: project.id },
      query: { expectedVersion: project.version + 1 },
    });
    expect((await apply(404, { expectedVersion: project.version + 1 })).code).toBe('PROJECT_NOT_FOUND');
  });

  it('answers a repeated apply and a repeated create under one key once', async () => {
    const project = await saveProject(service, {
      nodes: [{ id: 'v', type: 'output/value', inputs: { value: value(1), name: value('One') } }],
      connections: [],
    });
    const headers = { 'idempotency-key': 'once' };
    const bodies = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.ok('runs.create', { body: { projectId: project.id }, headers }),
      ),
    );
    expect(new Set(bodies.map((body) => body['id'])).size).toBe(1);
    expect(await service.count('runs')).toBe(1);
    expect(
      (
        await service.refused('runs.create', 409, {
          body: { projectId: project.id, externalId: 'x' },
          headers,
        })
      ).code,
    ).toBe('IDEMPOTENCY_CONFLICT');

    const runId = bodies[0]!['id'];
    await awaitRunEnd(service, runId);
    const apply = () =>
      service.ok('runs.applyToProject', {
        params: { run_id: runId },
        body: { expectedVersion: project.version },
        headers: { 'idempotency-key': 'apply once' },
      });
    expect(await apply()).toEqual(await apply());
    expect((await service.ok('projects.get', { params: { project_id: project.id } }))['version']).toBe(
      project.version + 1,
    );
  });

  it('takes overrides for this run only, or writes them into the project', async () => {
    const project = await saveProject(service, {
      nodes: [
        { id: 'a', type: 'input/text', inputs: { value: value('stored') } },
        { id: 't', type: 'text/template', inputs: { template: value('{{a}}') } },
        { id: 'o', type: 'output/value', inputs: { name: value('O') } },
      ],
      connections: [wire('a.text', 't.a'), wire('t.text', 'o.value')],
    });
    const outputOf = async (body: object) =>
      (await awaitRunEnd(service, (await createRun(service, { projectId: project.id, ...body })).id))
        .outputs?.['O'];
    const given = (text: string) => ({ inputOverrides: { a: { value: { type: 'string', value: text } } } });

    expect(await outputOf(given('once'))).toEqual({ type: 'string', value: 'once' });
    expect(await outputOf({})).toEqual({ type: 'string', value: 'stored' });
    expect(await outputOf({ inputOverrides: { t: { a: value('beats the wire') } } })).toMatchObject({
      value: 'beats the wire',
    });

    const kept = await createRun(service, {
      projectId: project.id,
      persistInputOverrides: true,
      ...given('kept'),
    });
    expect(kept.projectVersion).toBe(project.version + 1);
    await awaitRunEnd(service, kept.id);
    expect(await outputOf({})).toEqual({ type: 'string', value: 'kept' });
    await service.ok('runs.applyToProject', {
      params: { run_id: kept.id },
      body: { expectedVersion: project.version + 1 },
    });
  });
});

describe('spend', () => {
  it('adds up over runs, project and balance to the microcredit', async () => {
    await service.close();
    service = await TestService.open('http', {
      prices: { 'text/template': 123_457, 'input/text': 1 },
      credits: 2,
    });
    const project = await saveProject(service, {
      nodes: [
        { id: 'a', type: 'input/text', inputs: { value: value('a') } },
        { id: 't', type: 'text/template', title: 'Line', inputs: {} },
        { id: 'o', type: 'output/value', inputs: {} },
      ],
      connections: [wire('a.text', 't.a'), wire('t.text', 'o.value')],
    });
    let spent = 0n;
    for (const text of ['a', 'b', 'b']) {
      const run = await createRun(service, {
        projectId: project.id,
        inputOverrides: { a: { value: value(text) } },
      });
      spent += BigInt((await awaitRunEnd(service, run.id)).creditsUsedMicrocredits ?? '0');
    }
    expect(spent).toBe(2n * 123_458n);
    const summary = await service.ok('projects.getSpend', { params: { project_id: project.id } });
    expect(summary['totalMicrocredits']).toBe(spent.toString());
    const credits = await service.ok('account.credits');
    expect(credits['balanceMicrocredits']).toBe((2_000_000n - spent).toString());
  });

  it('counts runs of a template to the project it came from, and runs of no project to none', async () => {
    await service.close();
    service = await TestService.open('http', {
      prices: { 'text/template': 123_457, 'input/text': 1, 'control/fail': 999_999 },
      credits: 10,
    });
    const graph = {
      nodes: [
        { id: 'a', type: 'input/text', inputs: { value: value('a') } },
        { id: 't', type: 'text/template', title: 'Line', inputs: {} },
        { id: 'o', type: 'output/value', inputs: { name: value('Out') } },
      ],
      connections: [wire('a.text', 't.a'), wire('t.text', 'o.value')],
    };
    const project = await saveProject(service, graph);
    const { templateId, endpointId, key } = await publishTemplate(service.context, {
      projectId: project.id,
      name: 'Liner',
      endpoint: 'Line',
      inputs: [{ nodeId: 'a', pin: 'value', field: 'a' }],
      outputs: null,
    });
    const overrides = (text: string) => ({ inputOverrides: { a: { value: value(text) } } });
    await createRun(service, { projectId: project.id, ...overrides('by project') });
    await service.ok('templates.createRun', {
      params: { template_id: templateId, endpoint_id: endpointId! },
      body: { inputs: { a: value('by owner') } },
    });
    const external = await service.raw(`/run/${endpointId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { a: value('by key') } }),
    });
    expect(external.status).toBe(202);
    await createRun(service, { graph, ...overrides('inline') });
    // Failed nodes cost nothing.
    await createRun(service, { graph: { nodes: [{ id: 'f', type: 'control/fail' }], connections: [] } });
    await service.engine.whenIdle();

    const each = 123_458n;
    const spend = await service.ok('projects.getSpend', { params: { project_id: project.id } });
    expect(spend.totalMicrocredits).toBe((3n * each).toString());
    expect(spend.byNode).toMatchObject([
      { nodeId: 't', nodeTitle: 'Line', billedRuns: 3, microcredits: (3n * 123_457n).toString() },
      { nodeId: 'a', nodeType: 'input/text', billedRuns: 3, microcredits: '3' },
    ]);
    const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    for (const by of [spend.byChargeTypeMicrocredits, spend.byProviderMicrocredits]) {
      expect(sum(Object.values(by))).toBe(3n * each);
    }
    expect(sum(spend.recentRuns.map(({ microcredits }) => microcredits))).toBe(3n * each);
    const ofKind = (wanted: string) => spend.recentRuns.filter(({ kind }) => kind === wanted).length;
    expect([ofKind('run'), ofKind('template_run')]).toEqual([2, 4]);
    const ledger = await service.context.db.get('SELECT SUM(microcredits) AS spent FROM ledger');
    expect(BigInt(Number(ledger?.['spent']))).toBe(4n * each);
    const credits = await service.ok('account.credits');
    expect(credits.balanceMicrocredits).toBe((10_000_000n - 4n * each).toString());
  });
});
