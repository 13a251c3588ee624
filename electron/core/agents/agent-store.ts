import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Agent, MAX_AGENTS, type AgentDraft } from '#shared/desk/index.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { jsonFile } from '../storage/atomic-file.ts';

/** An agent as it is stored: what it cost and when it came last is known from its runs and calls. */
const StoredAgent = Agent.omit({ spentMicrocredits: true, lastUsedAt: true }).extend({
  /** SHA-256 of its token, in hex. The token itself is nowhere. */
  tokenHash: z.string().length(64),
});
export type StoredAgent = z.infer<typeof StoredAgent>;

const AgentFile = z.object({
  version: z.literal(1),
  enabled: z.boolean(),
  /** The port that the door had last, so that its address stays. */
  port: z.int().min(1).max(65_535).nullable(),
  agents: z.array(StoredAgent).max(MAX_AGENTS),
});
type AgentFile = z.infer<typeof AgentFile>;

/** Agents and whether the door is open, in `agents.json`. Each change resolves when it is on the disk. */
export interface AgentStore {
  load(): Promise<void>;
  isEnabled(): boolean;
  setEnabled(enabled: boolean): Promise<void>;
  port(): number | null;
  setPort(port: number): Promise<void>;
  list(): readonly StoredAgent[];
  /** @throws DeskError `NOT_FOUND` */
  get(id: string): StoredAgent;
  /** The agent that a token is of, stopped ones too; null for any other text. */
  findByToken(token: string): StoredAgent | null;
  /** @throws DeskError where there are too many, or one of that name. */
  add(draft: AgentDraft, at: string): Promise<{ agent: StoredAgent; token: string }>;
  /** @throws DeskError `NOT_FOUND` */
  change(id: string, change: Partial<AgentDraft> & { stoppedAt?: string | null }): Promise<StoredAgent>;
  /** One that is gone already is no error. */
  remove(id: string): Promise<void>;
}

const TOKEN_BYTES = 32;
const TOKEN = /^pbagent_[\w-]{43}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @param onQuarantine called when the file was damaged, and whether an earlier copy could be used. */
export function createAgentStore(
  path: string,
  clock: Pick<Clock, 'now'>,
  onQuarantine: (isReadable: boolean) => void,
): AgentStore {
  let isDamaged = false;
  const file = jsonFile(path, AgentFile, {
    ...clock,
    onQuarantine: () => {
      isDamaged = true;
    },
  });
  let current: AgentFile = { version: 1, enabled: false, port: null, agents: [] };
  const serialize = createSerialize();

  /** One change after the other; what could not be written is as if it had not been asked for. */
  const write = <T>(make: () => { next: Partial<AgentFile>; result: T }): Promise<T> =>
    serialize(async () => {
      const { next, result } = make();
      const changed = { ...current, ...next };
      await file.save(changed);
      current = changed;
      return result;
    });

  function get(id: string): StoredAgent {
    const found = current.agents.find((agent) => agent.id === id);
    if (!found) throw new DeskError('NOT_FOUND', 'This agent is not in the list any more.');
    return found;
  }

  function refuseName(name: string | undefined, exceptId?: string): void {
    const isUsed = current.agents.some((agent) => agent.name === name && agent.id !== exceptId);
    if (isUsed) throw new DeskError('INVALID_REQUEST', 'Another agent has this name. Choose another one.');
  }

  return {
    async load() {
      const stored = await file.load();
      if (isDamaged) onQuarantine(stored !== null);
      current = stored ?? current;
    },
    isEnabled: () => current.enabled,
    setEnabled: (enabled) => write(() => ({ next: { enabled }, result: undefined })),
    port: () => current.port,
    setPort: (port) => write(() => ({ next: { port }, result: undefined })),
    list: () => current.agents,
    get,
    findByToken(token) {
      if (!TOKEN.test(token)) return null;
      const hash = Buffer.from(hashOf(token));
      return current.agents.find(({ tokenHash }) => timingSafeEqual(Buffer.from(tokenHash), hash)) ?? null;
    },
    add: (draft, at) =>
      write(() => {
        refuseName(draft.name);
        if (current.agents.length >= MAX_AGENTS) {
          throw new DeskError('INVALID_REQUEST', `There can be ${MAX_AGENTS} agents. Remove one first.`);
        }
        const token = `pbagent_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
        const agent: StoredAgent = {
          ...draft,
          id: `agent_${randomUUID()}`,
          createdAt: at,
          stoppedAt: null,
          tokenHash: hashOf(token),
        };
        return { next: { agents: [...current.agents, agent] }, result: { agent, token } };
      }),
    change: (id, change) =>
      write(() => {
        const before = get(id);
        refuseName(change.name, id);
        const agent = { ...before, ...change };
        const agents = current.agents.map((each) => (each === before ? agent : each));
        return { next: { agents }, result: agent };
      }),
    remove: (id) =>
      write(() => ({
        next: { agents: current.agents.filter((agent) => agent.id !== id) },
        result: undefined,
      })),
  };
}
