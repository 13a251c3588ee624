import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ADMINISTRATION_SECRET_FILE, ChatRequest, type ChatResponse } from '#shared/administration/index.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AgentGateway, AgentDraft } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { sendApiError, sendJson, type Asked, type Responder } from '../../testing/http-server.ts';
import { startMediaService, type ServedFile } from '../../testing/media-service.ts';
import { launcherOf, startTestCore } from '../../testing/test-core.ts';

/** A service with two projects and a few types, as far as agents ask it. */

const AT = '2026-11-30T10:00:00Z';

export const PAID_TYPE = 'model/paint';

const pin = (name: string, type: string) => ({ name, label: name, type });
const types = [
  { type: 'input/text', inputs: [pin('value', 'text')], outputs: [pin('text', 'text')], source: 'built-in' },
  {
    type: 'image/blur',
    inputs: [pin('image', 'image'), pin('radius', 'number(0..100)')],
    outputs: [pin('image', 'image')],
    source: 'built-in',
  },
  {
    type: 'output/value',
    inputs: [pin('value', 'any'), pin('name', 'text')],
    outputs: [],
    source: 'built-in',
  },
  {
    type: PAID_TYPE,
    inputs: [pin('words', 'text')],
    outputs: [pin('image', 'image')],
    source: 'built-in$500000',
  },
  {
    type: 'model/unknown',
    inputs: [pin('words', 'text')],
    outputs: [pin('image', 'image')],
    source: 'elsewhere',
  },
].map((fields) => ({ ...fields, title: fields.type, description: `Does ${fields.type}.` }));

const graph: Graph = {
  nodes: [
    {
      id: 'words',
      type: 'input/text',
      title: 'Words',
      position: { x: 0, y: 0 },
      inputs: { value: { type: 'string', value: 'a harbor' } },
    },
    { id: 'paint', type: PAID_TYPE, position: { x: 400, y: 0 } },
    {
      id: 'blur',
      type: 'image/blur',
      position: { x: 800, y: 0 },
      inputs: { radius: { type: 'number', value: 3 } },
    },
  ],
  connections: [
    { from: ['words', 'text'], to: ['paint', 'words'] },
    { from: ['paint', 'image'], to: ['blur', 'image'] },
  ],
};

export interface ServiceState {
  graph: Graph;
  version: number;
  /** What each look at a run answers, in turn; the last one stays. */
  statuses: string[];
  /** Microcredits of a run that is over. */
  cost: number;
  /** What a run that succeeded made. */
  outputs: Record<string, object>;
  /** The status with which the service refuses new runs; null takes them. */
  rejection: number | null;
  canceled: string[];
  started: unknown[];
  /** What a text model answers, in turn, as the administration of the service tells it. */
  answers: Answer[];
  /** What it was asked, in turn. */
  questions: ChatRequest[];
}

/** Words, calls of tools, or both; a promise is waited for. */
type Answer = Partial<ChatResponse> | Promise<Partial<ChatResponse>>;

/** An answer of a model at a price of a quarter of a credit. */
async function chatResponse(state: ServiceState, request: ChatRequest): Promise<ChatResponse> {
  state.questions.push(request);
  const { text = '', toolCalls = [], ...fields } = (await state.answers.shift()) ?? { text: 'Done.' };
  return {
    problem: null,
    text,
    toolCalls,
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...toolCalls.map(({ id, name, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input,
      })),
    ],
    provider: 'Acme',
    model: 'm1',
    microcredits: 250_000,
    isEstimated: false,
    ...fields,
  };
}

function responderOf(state: ServiceState): Responder {
  const nameOf = (id: string) => (id === 'p1' ? 'Harbor' : 'Secret');
  const list = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });
  const run = (id: string, status: string) => ({
    id,
    status,
    createdAt: AT,
    updatedAt: AT,
    projectId: 'p1',
    projectVersion: state.version,
    creditsUsedMicrocredits: String(status === 'running' ? 0 : state.cost),
    outputs: status === 'succeeded' ? state.outputs : {},
  });
  const routes: [RegExp, (match: RegExpExecArray, asked: Asked) => unknown][] = [
    [/^GET \/projects$/, () => list(['p1', 'p2'].map((id) => ({ id, name: nameOf(id), nodeCount: 3 })))],
    [
      /^GET \/projects\/(p1|p2)$/,
      ([, id = '']) => ({ id, name: nameOf(id), nodeCount: 3, version: state.version }),
    ],
    [
      /^GET \/projects\/(p1|p2)\/document$/,
      ([, id = '']) => ({
        projectId: id,
        name: nameOf(id),
        version: state.version,
        document: { graph: state.graph },
      }),
    ],
    [/^GET \/node-types$/, () => list(types.map(({ inputs: _in, outputs: _out, ...summary }) => summary))],
    [
      /^GET \/node-types\/(.+)$/,
      ([, type = '']) => types.find((each) => each.type === decodeURIComponent(type)),
    ],
    [
      /^POST \/runs$/,
      (_match, { body }) => {
        state.started.push(JSON.parse(body.toString()));
        return run(`r${state.started.length}`, 'running');
      },
    ],
    [/^GET \/runs\/(r\d+)\/events$/, () => list([])],
    [
      /^GET \/runs\/(r\d+)$/,
      ([, id = '']) =>
        run(id, (state.statuses.length > 1 ? state.statuses.shift() : state.statuses[0]) ?? 'running'),
    ],
    [
      /^POST \/runs\/(r\d+)\/cancel$/,
      ([, id = '']) => {
        state.canceled.push(id);
        return run(id, 'canceled');
      },
    ],
  ];
  return async (asked, response) => {
    if (asked.url === '/administration/v1/models/answer') {
      return sendJson(
        response,
        200,
        await chatResponse(state, ChatRequest.parse(JSON.parse(asked.body.toString()))),
      );
    }
    const path = new URL(asked.url, 'http://x').pathname.replace(/^\/api\/v1/, '');
    if (state.rejection !== null && asked.method === 'POST' && path === '/runs') {
      return sendApiError(response, state.rejection, 'INVALID_REQUEST');
    }
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(`${asked.method} ${path}`);
      const body = match && answer(match, asked);
      if (body) return sendJson(response, asked.method === 'POST' && path === '/runs' ? 202 : 200, body);
    }
    return sendApiError(response, 404, 'NOT_FOUND');
  };
}

/** A core on such a service, with the door open, and agents as the official client has them. */
export async function startAgentBench(files: Record<string, ServedFile> = {}) {
  const state: ServiceState = {
    graph: structuredClone(graph),
    version: 4,
    statuses: ['running', 'succeeded'],
    cost: 500_000,
    outputs: {},
    rejection: null,
    canceled: [],
    started: [],
    answers: [],
    questions: [],
  };
  const service = await startMediaService(files, responderOf(state));
  const launchService = launcherOf(service.origin);
  const desk = await startTestCore({ launchService });
  const restart = () => startTestCore({ folder: desk.folder, launchService });
  mkdirSync(join(desk.folder, 'service'), { recursive: true });
  writeFileSync(join(desk.folder, 'service', ADMINISTRATION_SECRET_FILE), 'secret\n');
  const gateway = (await desk.read('PATCH', '/desk/agents', { enabled: true })) as AgentGateway;
  const address = gateway.address ?? '';

  async function add(draft: Partial<AgentDraft> = {}) {
    const { agent, token } = (await desk.read('POST', '/desk/agents', {
      name: 'Painter',
      connectionId: 'local',
      projectIds: ['p1'],
      scopes: ['read', 'propose', 'run', 'save'],
      limitMicrocredits: '1000000',
      folder: null,
      ...draft,
    })) as { agent: { id: string }; token: string };
    return { id: agent.id, token };
  }

  /** Connects by HTTP. */
  async function connect(token: string, name = 'test-client') {
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }

  return { desk, service, state, address, restart, add, connect };
}

export type AgentBench = Awaited<ReturnType<typeof startAgentBench>>;

/** The words of a result, and whether it is an error. */
export function wordsOf(result: unknown): { text: string; isError: boolean } {
  const { content, isError } = result as { content: { type: string; text?: string }[]; isError?: boolean };
  return { text: content.map(({ text = '' }) => text).join('\n'), isError: isError === true };
}
