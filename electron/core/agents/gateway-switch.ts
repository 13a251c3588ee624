import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_GATEWAY_FILE, AGENT_PATH } from '#shared/agents/index.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import type { AgentStore } from './agent-store.ts';
import type { OpenGateway } from './gateway.ts';
import type { ToolRunner } from './run-tool.ts';

/** Opens and closes the door, one after the other. Nothing of its protocol is loaded before it is opened first. */
export interface GatewaySwitch {
  /** Opens it where it is switched on. */
  start(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
  /** Null while it is closed. */
  address(): string | null;
  /** Why it could not be opened, a sentence. */
  problem(): string | null;
  disconnect(agentId: string): void;
}

export function createGatewaySwitch(
  { options, log }: Pick<CoreContext, 'options' | 'log'>,
  store: AgentStore,
  runner: ToolRunner,
): GatewaySwitch {
  const file = join(options.dataDirectory, AGENT_GATEWAY_FILE);
  const serialize = createSerialize();
  let gateway: OpenGateway | null = null;
  let problem: string | null = null;

  async function open(): Promise<void> {
    if (gateway !== null) return;
    try {
      const { openGateway } = await import('./gateway.ts');
      gateway = await openGateway({
        port: store.port(),
        version: options.version,
        runner,
        findAgent: (token) => store.findByToken(token),
        onError: (error) => log.debug(errorFields(error), 'a message of an agent'),
      });
      if (gateway.port !== store.port()) await store.setPort(gateway.port);
      await writeFileAtomically(file, `${JSON.stringify({ port: gateway.port })}\n`, 0o600);
      problem = null;
    } catch (error) {
      log.warn(errorFields(error), 'the door for agents could not be opened');
      problem =
        'The door for agents could not be opened. Switch it off and on again; the log has the details.';
      await close();
    }
  }

  async function close(): Promise<void> {
    const closing = gateway;
    gateway = null;
    if (closing === null) return;
    rmSync(file, { force: true });
    for (const { id } of store.list()) runner.stop(id);
    await closing.close();
  }

  return {
    async start() {
      rmSync(file, { force: true });
      if (store.isEnabled()) await serialize(open);
    },
    open: () => serialize(open),
    close: () =>
      serialize(async () => {
        problem = null;
        await close();
      }),
    address: () => (gateway === null ? null : `http://127.0.0.1:${gateway.port}${AGENT_PATH}`),
    problem: () => problem,
    disconnect: (agentId) => gateway?.disconnect(agentId),
  };
}
