import type { ChatResponse, ChatMessage, ChatToolCall } from '#shared/administration/chat.ts';
import { cutToBytes } from '#shared/agents/index.ts';
import { LOCAL_CONNECTION_ID, type Chat, type ChatEntry, type ChatQuestion } from '#shared/desk/index.ts';
import type { AgentRows } from '../agents/agent-rows.ts';
import { summaryOf, type ToolOutcome, type ToolRunner } from '../agents/run-tool.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { Clock, CoreLog } from '../options.ts';
import { messagesOf } from './chat-history.ts';
import { emptyChat, type ChatRows, type StoredChat, type ChatPayload } from './chat-rows.ts';
import { agentOf, instructionsFor, isTool, toolsFor } from './chat-tools.ts';

/** Answers of the model to one question: a model that calls tools for ever is stopped. */
const MAX_STEPS = 24;
/** Chats that go on at the same time. */
const MAX_RUNNING = 4;
/** A model may think for minutes. Milliseconds. */
const ANSWER_TIMEOUT_MS = 600_000;
/** Bytes of a result as it is kept for the next requests. */
const MAX_RESULT_BYTES = 25_000;
/** Pictures that go along with one request. */
const MAX_PICTURES = 6;

type Pictures = NonNullable<Extract<ChatMessage, { role: 'user' }>['pictures']>;

export interface ChatsDeps {
  rows: ChatRows;
  /** What runs of a conversation cost, by its id. */
  spending: Pick<AgentRows, 'spent'>;
  runner: Pick<ToolRunner, 'call' | 'stop'>;
  call: CallAdministration;
  /** Cancels the runs that a conversation started. */
  cancelRuns: (chatId: string) => Promise<void>;
  clock: Clock;
  log: CoreLog;
  changed: (connectionId: string, projectId: string) => void;
}

/** What goes on of a conversation. */
interface Activity {
  controller: AbortController;
  /** The tool that is called now. */
  calling: Extract<ChatEntry, { kind: 'call' }> | null;
}

/** Chats with text models: one a project, which asks, calls tools and asks again until there is an answer. */
export class Chats {
  readonly #deps: ChatsDeps;
  readonly #active = new Map<string, Activity>();

  constructor(deps: ChatsDeps) {
    this.#deps = deps;
  }

  /** The agent that a conversation is for its tools. @throws DeskError where there is no such conversation any more */
  agent(chatId: string) {
    const chat = this.#chats.get(chatId);
    if (chat === undefined) throw new DeskError('NOT_FOUND', 'This conversation was begun anew.');
    return agentOf(chat, chat.limit - this.#answersCost(chat.id));
  }
  readonly #chats = new Map<string, StoredChat>();

  read(connectionId: string, projectId: string): Chat {
    const { rows } = this.#deps;
    const chat = rows.find(connectionId, projectId) ?? emptyChat(connectionId, projectId);
    const entries = rows.entries(chat.id).map(({ entry }) => entry);
    const activity = this.#active.get(chat.id);
    const last = entries.at(-1);
    return {
      connectionId,
      projectId,
      agentId: chat.id,
      provider: chat.provider,
      limitMicrocredits: String(chat.limit),
      mayRun: chat.mayRun,
      spentMicrocredits: String(this.#spent(chat.id)),
      isRunning: activity !== undefined,
      isAborted: activity === undefined && (last?.kind === 'question' || last?.kind === 'call'),
      entries: activity?.calling ? [...entries, activity.calling] : entries,
    };
  }

  /** @throws DeskError where it is under way already, or too much is */
  addQuestion(connectionId: string, projectId: string, { text, selection }: ChatQuestion): Chat {
    const { rows } = this.#deps;
    const chat = rows.open(connectionId, projectId);
    if (this.#active.has(chat.id))
      throw new DeskError(
        'INVALID_REQUEST',
        'The question before is not answered yet. Wait for it, or stop it.',
      );
    if (this.#active.size >= MAX_RUNNING) {
      throw new DeskError(
        'INVALID_REQUEST',
        `${MAX_RUNNING} chats are under way. Wait for one of them, or stop it.`,
      );
    }
    const selected = selection.length === 0 ? '' : `\n\n(Selected on the canvas: ${selection.join(', ')})`;
    const entry = { kind: 'question' as const, text, at: this.#timestamp() };
    rows.add(chat.id, { entry, payload: { role: 'user', text: text + selected } });
    this.#start(chat);
    return this.read(connectionId, projectId);
  }

  /** Ends what goes on, and its runs. */
  async stop(connectionId: string, projectId: string): Promise<Chat> {
    const chat = this.#deps.rows.find(connectionId, projectId);
    if (chat !== null) await this.#end(chat);
    return this.read(connectionId, projectId);
  }

  /** Forgets what was said. */
  async clear(connectionId: string, projectId: string): Promise<Chat> {
    const chat = this.#deps.rows.find(connectionId, projectId);
    if (chat !== null) {
      await this.#end(chat);
      this.#deps.rows.renew(chat);
      this.#chats.delete(chat.id);
      this.#deps.changed(connectionId, projectId);
    }
    return this.read(connectionId, projectId);
  }

  close(): void {
    for (const { controller } of this.#active.values()) controller.abort();
  }

  async #end(chat: StoredChat): Promise<void> {
    this.#active.get(chat.id)?.controller.abort();
    this.#deps.runner.stop(chat.id);
    await this.#deps.cancelRuns(chat.id);
  }

  #start(chat: StoredChat): void {
    const activity: Activity = { controller: new AbortController(), calling: null };
    this.#active.set(chat.id, activity);
    this.#chats.set(chat.id, chat);
    const { connectionId, projectId } = chat;
    this.#loop(chat, activity)
      .catch((error: unknown) => {
        const isStopped = activity.controller.signal.aborted;
        if (!isStopped) this.#deps.log.info(errorFields(error), 'a conversation ended early');
        const message = error instanceof DeskError ? error.message : null;
        this.#addProblem(chat, isStopped ? 'stopped' : 'failed', isStopped ? null : message);
      })
      .catch((error: unknown) => this.#deps.log.warn(errorFields(error), 'a conversation could not be kept'))
      .finally(() => {
        this.#active.delete(chat.id);
        this.#deps.changed(connectionId, projectId);
      });
    this.#deps.changed(connectionId, projectId);
  }

  async #loop(first: StoredChat, activity: Activity): Promise<void> {
    const { signal } = activity.controller;
    const { connectionId, projectId } = first;
    let pictures: Pictures = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      // What a person sets meanwhile holds from the next answer on.
      const chat = this.#deps.rows.find(connectionId, projectId);
      if (chat?.id !== first.id) return;
      this.#chats.set(chat.id, chat);
      const answer = await this.#answer(chat, pictures, signal);
      if (answer.problem !== null) {
        const { kind, message, perhapsMicrocredits } = answer.problem;
        this.#addProblem(chat, kind, message, perhapsMicrocredits);
        return;
      }
      this.#addResponse(chat, answer);
      if (answer.toolCalls.length === 0) return;
      pictures = [];
      for (const toolCall of answer.toolCalls) {
        const outcome = await this.#callTool(chat, toolCall, activity);
        for (const { bytes, contentType } of outcome.pictures)
          pictures.push({ contentType, base64: Buffer.from(bytes).toString('base64') });
      }
      signal.throwIfAborted();
    }
    this.#addProblem(first, 'steps', null);
  }

  #answer(chat: StoredChat, pictures: Pictures, signal: AbortSignal): Promise<ChatResponse> {
    const messages = messagesOf(this.#deps.rows.entries(chat.id));
    if (pictures.length > 0) {
      const text = 'These are the pictures of the tools before, in their order. They are content.';
      messages.push({ role: 'user', text, pictures: pictures.slice(0, MAX_PICTURES) });
    }
    return this.#deps.call('answerChat', {
      params: {},
      body: {
        provider: chat.provider,
        projectId: chat.connectionId === LOCAL_CONNECTION_ID ? chat.projectId : null,
        system: instructionsFor(chat),
        messages,
        tools: toolsFor(agentOf(chat, 0)),
        maxMicrocredits: Math.max(0, chat.limit - this.#spent(chat.id)),
      },
      signal,
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
  }

  async #callTool(
    chat: StoredChat,
    { id, name, input }: ChatToolCall,
    activity: Activity,
  ): Promise<ToolOutcome> {
    const { signal } = activity.controller;
    const summary = cutToBytes(summaryOf(input), 300);
    activity.calling = {
      kind: 'call',
      tool: name,
      summary,
      outcome: 'running',
      message: null,
      at: this.#timestamp(),
    };
    this.#changed(chat);
    const outcome = isTool(name)
      ? await this.#deps.runner.call(chat.id, name, input, { signal, progress: () => undefined })
      : { isError: true, text: 'There is no tool of this name.', pictures: [], data: null };
    const { isError } = outcome;
    const text = cutToBytes(outcome.text, MAX_RESULT_BYTES);
    const entry: ChatEntry = {
      ...activity.calling,
      outcome: isError ? 'failed' : 'succeeded',
      message: isError ? cutToBytes(text, 600) : null,
    };
    activity.calling = null;
    this.#add(chat, entry, { role: 'result', id, name, text, isError });
    return outcome;
  }

  #addResponse(chat: StoredChat, { text, content, microcredits, isEstimated }: ChatResponse): void {
    const entry = { kind: 'answer' as const, text, microcredits, isEstimated, at: this.#timestamp() };
    this.#add(chat, entry, { role: 'assistant', content });
  }

  #addProblem(
    chat: StoredChat,
    problem: Extract<ChatEntry, { kind: 'problem' }>['problem'],
    message: string | null,
    perhapsMicrocredits = 0,
  ): void {
    this.#add(chat, { kind: 'problem', problem, message, perhapsMicrocredits, at: this.#timestamp() }, null);
  }

  #add(chat: StoredChat, entry: ChatEntry, payload: ChatPayload | null): void {
    this.#deps.rows.add(chat.id, { entry, payload });
    this.#changed(chat);
  }

  #changed({ connectionId, projectId }: StoredChat): void {
    this.#deps.changed(connectionId, projectId);
  }

  /** What the answers cost, with what some may have cost, in microcredits. */
  #answersCost(chatId: string): number {
    return this.#deps.rows
      .entries(chatId)
      .reduce(
        (sum, { entry }) =>
          sum +
          (entry.kind === 'answer'
            ? entry.microcredits
            : entry.kind === 'problem'
              ? entry.perhapsMicrocredits
              : 0),
        0,
      );
  }

  #spent(chatId: string): number {
    return this.#answersCost(chatId) + this.#deps.spending.spent(chatId);
  }

  #timestamp = (): string => new Date(this.#deps.clock.now()).toISOString();
}
