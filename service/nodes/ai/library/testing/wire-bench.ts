import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ModelServiceId } from '#shared/administration/model-services.ts';
import type { CallUsage, NodeDefinition, NodeExecution, NodeValue } from '../../../definition.ts';
import { useNodeBench, type NodeBench } from '../../../testing/node-bench.ts';
import type { FileLimits } from '../../provider-file.ts';
import { startWireServer, type WireServer } from './wire-server.ts';

/** Nodes that ask services by their packages, against servers that speak as these do. */

export const KEY = 'sk-very-secret-0123456789';

export const QUICK_LIMITS: FileLimits = {
  responseMs: 20_000,
  silenceMs: 20_000,
  graceMs: 20_000,
  minRate: 1000,
  longestRetryMs: 10,
  retries: 1,
  responseBytes: 200_000,
  attempts: 3,
  backoff: { firstMs: 1, maxMs: 1 },
};

/** The path of each service's own address. */
const PATHS: Readonly<Partial<Record<ModelServiceId, string>>> = {
  'openai-compatible': '/v1',
  openai: '/v1',
  google: '/v1beta',
  anthropic: '/v1',
  replicate: '/v1',
  'black-forest-labs': '/v1',
  openrouter: '/api/v1',
};

export interface NodeCall {
  service: ModelServiceId;
  model: string;
  inputs?: Record<string, NodeValue>;
  execution?: Partial<NodeExecution>;
}

export interface CallOutcome {
  outputs: Record<string, NodeValue>;
  /** What was noted before anything was done with it. */
  jobs: string[];
  usage: CallUsage | undefined;
  shown: string[];
  lines: string[];
  begun: number;
}

export interface Failed {
  code: string;
  message: string;
  isUnrecoverable: boolean;
  notSent: boolean;
}

export interface WireBench {
  files: NodeBench;
  /** The service, and another computer that its answers may name. */
  server: () => WireServer;
  other: () => WireServer;
  execute(this: void, definition: NodeDefinition, call: NodeCall): Promise<CallOutcome>;
  /** How a node fails, in words that hold neither its prompt nor the key. */
  failureOf(this: void, definition: NodeDefinition, call: NodeCall): Promise<Failed>;
}

const PROMPT = 'A hill at dusk';

/** For the tests of one file. */
export function useWireBench(): WireBench {
  const files = useNodeBench();
  const servers: WireServer[] = [];
  const serverAt = (at: number): WireServer => {
    const server = servers[at];
    if (server === undefined) throw new Error('The servers start before the first test.');
    return server;
  };
  beforeAll(async () => {
    servers.push(...(await Promise.all([startWireServer(), startWireServer()])));
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  beforeEach(() => {
    for (const each of servers) {
      each.requests.length = 0;
      each.routes.clear();
    }
  });
  const execute: WireBench['execute'] = async (
    definition,
    { service, model, inputs = {}, execution = {} },
  ) => {
    const jobs: string[] = [];
    const usages: CallUsage[] = [];
    const shown: string[] = [];
    const lines: string[] = [];
    let begun = 0;
    const baseUrl = serverAt(0).origin + (PATHS[service] ?? '');
    const outputs = await definition.execute({
      ...files.execution(
        { ...(definition.inputs.some(({ name }) => name === 'prompt') && { prompt: PROMPT }), ...inputs },
        {
          provider: { name: 'Acme', service, baseUrl, model, key: KEY },
          onProgress: (_fraction, message) => shown.push(message ?? ''),
        },
      ),
      log: (line) => void lines.push(line),
      beginCall: async () => {
        begun += 1;
        return 'run.node.1';
      },
      noteJob: async (job) => void jobs.push(job),
      reportUsage: (usage) => void usages.push(usage),
      ...execution,
    });
    return { outputs, jobs, usage: usages.at(-1), shown, lines, begun };
  };
  return {
    files,
    server: () => serverAt(0),
    other: () => serverAt(1),
    execute,
    async failureOf(definition, call) {
      const error: unknown = await execute(definition, call).then(
        () => new Error('It did not fail.'),
        (thrown: unknown) => thrown,
      );
      const { code, message, isUnrecoverable, notSent } = error as Failed;
      expect(`${message} ${JSON.stringify(error)}`).not.toContain(KEY);
      expect(JSON.stringify(error)).not.toContain(PROMPT);
      return { code, message, isUnrecoverable, notSent };
    },
  };
}
