import { randomBytes } from 'node:crypto';
import {
  agentTools,
  cutToBytes,
  markContent,
  utf8Bytes,
  MAX_ANSWER_BYTES,
  type AgentToolName,
} from '#shared/agents/index.ts';
import { ApiError } from '#shared/api/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { errorFields } from '../error-fields.ts';
import type { AgentRows } from './agent-rows.ts';
import type { AgentStore } from './agent-store.ts';
import { ToolError, type ToolResponse, type ToolContext, type ToolHandlers } from './tool-types.ts';

/** Calls of one agent at the same time, and within a minute. */
const MAX_CONCURRENT = 6;
const MAX_PER_MINUTE = 240;
const MINUTE_MS = 60_000;

/** What became of a call, as the protocol and the log have it. */
export interface ToolOutcome {
  isError: boolean;
  text: string;
  pictures: { bytes: Uint8Array; contentType: string }[];
  data: unknown;
}

interface ToolRunnerDeps {
  store: Pick<AgentStore, 'get'>;
  rows: Pick<AgentRows, 'addCall'>;
  handlers: ToolHandlers;
  clock: Clock;
  log: CoreLog;
  /** Called after each call that was onRecorded. */
  onRecorded: () => void;
}

/** Calls tools for agents: within their scopes and limits, onRecorded in the log. */
export class ToolRunner {
  readonly #deps: ToolRunnerDeps;
  /** By agent: what goes on now, and when calls of the last minute came. */
  readonly #active = new Map<string, Set<AbortController>>();
  readonly #recent = new Map<string, number[]>();

  constructor(deps: ToolRunnerDeps) {
    this.#deps = deps;
  }

  /** Calls a tool. Never rejects. @param signal of the one who asks */
  async call(
    agentId: string,
    name: AgentToolName,
    input: unknown,
    { signal, progress }: Pick<ToolContext, 'signal' | 'progress'>,
  ): Promise<ToolOutcome> {
    const busy = this.#rejectionOf(agentId);
    if (busy !== null) return failed(busy);
    const controller = new AbortController();
    const active = this.#active.get(agentId) ?? new Set();
    this.#active.set(agentId, active);
    active.add(controller);
    try {
      const combined = AbortSignal.any([signal, controller.signal]);
      return await this.#callRecorded(agentId, name, input, { signal: combined, progress });
    } finally {
      active.delete(controller);
    }
  }

  /** Ends what an agent does now. */
  stop(agentId: string): void {
    for (const controller of this.#active.get(agentId) ?? []) controller.abort();
  }

  /** A sentence where an agent asks too much; such calls are not onRecorded, for they would push out all others. */
  #rejectionOf(agentId: string): string | null {
    const time = this.#deps.clock.now();
    const recent = (this.#recent.get(agentId) ?? []).filter((at) => time - at < MINUTE_MS);
    this.#recent.set(agentId, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= MAX_PER_MINUTE) {
      const seconds = Math.ceil((oldest + MINUTE_MS - time) / 1000);
      return `You may call ${MAX_PER_MINUTE} times a minute. Wait ${seconds} seconds, then go on.`;
    }
    if ((this.#active.get(agentId)?.size ?? 0) >= MAX_CONCURRENT) {
      return `You have ${MAX_CONCURRENT} calls going on. Wait for one of them, then go on.`;
    }
    recent.push(time);
    return null;
  }

  async #callRecorded(
    agentId: string,
    name: AgentToolName,
    input: unknown,
    context: Pick<ToolContext, 'signal' | 'progress'>,
  ): Promise<ToolOutcome> {
    const { rows, clock, onRecorded } = this.#deps;
    const { outcome, kind } = await this.#answer(agentId, name, input, context);
    rows.addCall({
      agentId,
      at: new Date(clock.now()).toISOString(),
      tool: name,
      projectId: projectIn(input),
      summary: summaryOf(input),
      outcome: kind,
      message: outcome.isError ? outcome.text : null,
    });
    onRecorded();
    return outcome;
  }

  async #answer(
    agentId: string,
    name: AgentToolName,
    input: unknown,
    context: Pick<ToolContext, 'signal' | 'progress'>,
  ): Promise<{ outcome: ToolOutcome; kind: 'succeeded' | 'failed' | 'rejected' | 'canceled' }> {
    const { store, handlers, log } = this.#deps;
    try {
      const agent = store.get(agentId);
      if (agent.stoppedAt !== null)
        throw new ToolError('The person has stopped you. Ask them before you go on.');
      if (!isAllowed(agent.scopes, name)) {
        throw new ToolError(
          `You may not do this: ${agentTools[name].scope} was not allowed. Ask the person to allow it in Settings, Agents.`,
        );
      }
      const handler = handlers[name] as (checked: unknown, full: ToolContext) => Promise<ToolResponse>;
      const answer = await handler(checkedInput(name, input), { agent, ...context });
      return { outcome: succeeded(answer), kind: 'succeeded' };
    } catch (error) {
      if (context.signal.aborted) return { outcome: failed('The call was canceled.'), kind: 'canceled' };
      const isRejection = error instanceof ToolError;
      if (!isRejection) log.info({ tool: name, ...errorFields(error) }, 'a call of an agent failed');
      return { outcome: failed(errorMessage(error)), kind: isRejection ? 'rejected' : 'failed' };
    }
  }
}

/** @throws ToolError with the first thing that is not right */
function checkedInput(name: AgentToolName, input: unknown): unknown {
  const checked = agentTools[name].input.safeParse(input);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new ToolError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''} Correct it and call again.`);
}

/** Looking is part of everything else. */
export const isAllowed = (scopes: readonly string[], name: AgentToolName): boolean =>
  agentTools[name].scope === 'read' || scopes.includes(agentTools[name].scope);

function succeeded({ text, content, pictures = [], data, cursor }: ToolResponse): ToolOutcome {
  const marked =
    content === undefined
      ? ''
      : `\n${markContent(content.text, content.label, randomBytes(6).toString('hex'))}`;
  const next = cursor ? `\nnext cursor: ${cursor}` : '';
  const limit = MAX_ANSWER_BYTES - utf8Bytes(next);
  return {
    isError: false,
    text: cutToBytes(text + marked, limit) + next,
    pictures,
    data: { result: data ?? null, cursor: cursor ?? null },
  };
}

const failed = (text: string): ToolOutcome => ({ isError: true, text, pictures: [], data: null });

const RATE_LIMITED = 429;

/** A sentence, also where a service told none. */
const withPeriod = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text : `${text}.`);

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === RATE_LIMITED) {
    return 'The service takes no more requests for the moment. Wait a minute, then call again.';
  }
  if (error instanceof ToolError || error instanceof DeskError || error instanceof ApiError) {
    return withPeriod(cutToBytes(error.message, 2000));
  }
  return 'Patchbay could not do this: something went wrong that is not your fault. Try again, or ask the person.';
}

const projectIn = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'project' in input && typeof input.project === 'string'
    ? input.project.slice(0, 300)
    : null;

/** What was asked, short: long lists by their number. */
export function summaryOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const words = Array.isArray(value) ? `${value.length}` : JSON.stringify(value).slice(0, 80);
      return `${name} ${words}`;
    })
    .join(', ');
}
