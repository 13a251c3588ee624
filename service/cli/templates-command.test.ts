// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublicTemplateRunDetail } from '#shared/api/index.ts';
import { TestService } from '../acceptance/harness.ts';
import { UsageProblem } from './flags.ts';
import { runKeysCommand } from './keys-command.ts';
import { runTemplatesCommand } from './templates-command.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** The command works on the data of a service that runs meanwhile. */
describe('templates publish', () => {
  let service: TestService;
  let project = '';
  beforeEach(async () => {
    service = await TestService.open('http');
    const { id } = await service.createProject({ name: 'Greeting' });
    project = id;
    await service.ok('projects.replaceDocument', {
      params: { project_id: id },
      body: {
        expectedVersion: 1,
        document: {
          graph: {
            nodes: [
              {
                id: 'who.1',
                type: 'input/text',
                title: 'Your name',
                inputs: { value: { type: 'string', value: 'you' } },
              },
              {
                id: 'line',
                type: 'text/template',
                inputs: { template: { type: 'string', value: 'hello {{a}}{{b}}' } },
              },
              { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Line' } } },
              { id: 'raw', type: 'output/value', inputs: { name: { type: 'string', value: 'Raw' } } },
            ],
            connections: [
              { from: ['who.1', 'text'], to: ['line', 'a'] },
              { from: ['line', 'text'], to: ['out', 'value'] },
              { from: ['who.1', 'text'], to: ['raw', 'value'] },
            ],
          },
        },
      },
    });
  });
  afterEach(() => service.close());

  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const noted: string[] = [];
    await runTemplatesCommand(
      [...args, '--data', service.config.dataDirectory],
      (line) => printed.push(line),
      (line) => noted.push(line),
    );
    return { printed, noted };
  };
  const call = async (endpointId: string, key: string, inputs: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await service.raw(`/run/${endpointId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ inputs }),
    });
    if (response.status !== 202) return { status: response.status, outputs: {} };
    const { taskId } = PublicTemplateRunDetail.parse(await response.json());
    await service.engine.whenIdle();
    const reply = await service.raw(`/run/${endpointId}/runs/${taskId}`, { headers });
    return PublicTemplateRunDetail.parse(await reply.json());
  };
  const published = async (name: string) =>
    (await service.ok('templates.list', { query: { search: name } })).data[0]!;

  it('prints the endpoint’s own key and nothing else, which runs it', async () => {
    const { printed, noted } = await run(
      'publish',
      '--project',
      project,
      '--name',
      'Greeter',
      '--endpoint',
      'Greet',
      '--input',
      'who.1.value=name',
      '--input',
      'line.b=ending',
      '--output',
      'Line',
    );
    expect(printed).toHaveLength(1);
    const [key = ''] = printed;
    const template = await published('Greeter');
    const { endpointId, apiKeyPrefix } = template.endpoints![0]!;
    expect(key.startsWith(apiKeyPrefix ?? '?')).toBe(true);
    expect(noted.join()).toContain(endpointId);
    const inputs = { name: { type: 'string', value: 'there' }, ending: { type: 'string', value: '.' } };
    expect(await call(endpointId, key, inputs)).toMatchObject({
      status: 'succeeded',
      outputs: { Line: { type: 'string', value: 'hello there.' } },
    });
    const whole = JSON.stringify(
      ['templates', 'template_endpoints', 'template_runs', 'runs', 'run_events'].flatMap((table) =>
        connectionOf(service.context.db).prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
    expect(whole).not.toContain(key);

    // A snapshot: what happens to the project later does not reach it.
    await service.ok('projects.delete', { params: { project_id: project }, query: { expectedVersion: 2 } });
    expect(await call(endpointId, key, {})).toMatchObject({ outputs: { Line: { value: 'hello you' } } });

    const { printed: renewed } = await run('renew-key', endpointId);
    expect((await call(endpointId, key, {})).status).toBe(401);
    expect((await call(endpointId, renewed[0]!, {})).status).toBe('succeeded');
    const { printed: table } = await run('list');
    expect(table.join('\n')).toContain(endpointId);
    expect(table.join('\n')).not.toContain(renewed[0]!);

    const revoked: string[] = [];
    const revoke = async () =>
      runKeysCommand(
        ['revoke', await service.newKey({}), '--data', service.config.dataDirectory],
        (line) => revoked.push(`out ${line}`),
        (line) => revoked.push(line),
      );
    await revoke();
    expect(revoked).toEqual([
      'Endpoints have keys of their own, which go on: templates deactivate ENDPOINT_ID ends their calls.',
      `${endpointId}\tGreet`,
    ]);
    expect((await call(endpointId, renewed[0]!, {})).status).toBe('succeeded');

    await run('deactivate', endpointId);
    revoked.length = 0;
    await revoke();
    expect(revoked).toEqual([]);
    expect((await call(endpointId, renewed[0]!, {})).status).toBe(401);
    expect((await published('Greeter')).hasEndpoint).toBe(false);
    await service.refused('templates.createRun', 404, {
      params: { template_id: template.templateId, endpoint_id: endpointId },
      body: {},
    });
    await run('activate', endpointId);
    expect((await published('Greeter')).hasEndpoint).toBe(true);
  });

  it('takes all inputs and outputs where none are chosen, and makes no endpoint unasked', async () => {
    const { printed, noted } = await run(
      'publish',
      '--project',
      project,
      '--name',
      'Whole',
      '--tags',
      'a, b',
    );
    const template = await published('Whole');
    expect(printed).toEqual([]);
    expect(noted.join()).toContain(template.templateId);
    expect(template).toMatchObject({ hasEndpoint: false, source: 'project', tags: ['a', 'b'], nodeCount: 4 });
    const [key = ''] = (await run('publish', '--project', project, '--name', 'Open', '--endpoint', 'E'))
      .printed;
    const { endpointId } = (await published('Open')).endpoints![0]!;
    expect(await call(endpointId, key, { your_name: { type: 'string', value: 'all' } })).toMatchObject({
      outputs: { Line: { value: 'hello all' }, Raw: { value: 'all' } },
    });
  });

  it.each([
    ['nothing', []],
    ['an unknown command', ['make']],
    ['no project', ['publish', '--name', 'x']],
    ['no name', ['publish', '--project', 'PROJECT']],
    ['an empty name', ['publish', '--project', 'PROJECT', '--name', ' ']],
    ['an unknown project', ['publish', '--project', 'prj_none', '--name', 'x']],
    ['an unknown node', ['publish', '--project', 'PROJECT', '--name', 'x', '--input', 'no.value=a']],
    ['an unknown pin', ['publish', '--project', 'PROJECT', '--name', 'x', '--input', 'line.no=a']],
    ['a malformed input', ['publish', '--project', 'PROJECT', '--name', 'x', '--input', 'line=a']],
    ['a field that cannot be', ['publish', '--project', 'PROJECT', '--name', 'x', '--input', 'line.b=a b']],
    [
      'one field twice',
      ['publish', '--project', 'PROJECT', '--name', 'x', '--input', 'line.b=a', '--input', 'line.c=a'],
    ],
    ['an unknown output', ['publish', '--project', 'PROJECT', '--name', 'x', '--output', 'No']],
    ['an unknown endpoint', ['renew-key', 'end_none']],
    ['no endpoint', ['deactivate']],
  ])('refuses %s, and publishes nothing', async (_what, args) => {
    const given = args.map((argument) => (argument === 'PROJECT' ? project : argument));
    await expect(run(...given)).rejects.toThrow(UsageProblem);
    const { data } = await service.ok('templates.list');
    expect(data.filter((template) => template.source !== 'sample')).toEqual([]);
  });
});
