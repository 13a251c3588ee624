import type { ChatResponse, ChatRequest } from '#shared/administration/chat.ts';
import type { ServiceContext } from '#service/context.ts';
import { NodeFailure, type CallUsage, type ProviderAccess } from '#service/nodes/definition.ts';
import { answerChat as sendChat } from '#service/nodes/ai/library/library-chat.ts';
import type { LibraryLimits } from '#service/nodes/ai/library/library-fetch.ts';
import { CHAT_LIMITS } from './limits.ts';
import { Problem } from '#service/problems/problem.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import { rejectionOfKey } from '#service/providers/key-limit.ts';
import { costOfCall, expectedCost, type ModelCost } from '#service/providers/model-cost.ts';
import { providerKey, selectProvider, type ProviderSelection } from '#service/providers/providers.ts';
import { listProviders } from '#service/providers/rows.ts';
import { formatCredits } from '#service/rules/credits.ts';
import { endCall, insertCall, type CallKey } from '#service/spend/model-call-rows.ts';
import { debitBalance, insertLedgerLine } from '#service/spend/rows.ts';
import { CHARGE_TYPES } from '#service/spend/spend.ts';
import { transaction } from '#service/storage/database.ts';
import { firstAccount } from './rows.ts';

/** What charges of conversations stand under, beside nodes. */
const NODE = { nodeId: 'ask', nodeTitle: 'Ask' };

type Selected = Extract<ProviderSelection, { ok: true }>;

/**
 * Asks a text model for one answer in a conversation. It is written down before it leaves, asked once, and what it cost is
 * booked together with its end.
 * @param limits for tests, which cannot wait for minutes
 * @returns an answer, or why there is none. @throws Problem where the project is not there, or the caller went away
 */
export async function answerChat(
  ctx: ServiceContext,
  request: ChatRequest,
  signal: AbortSignal,
  limits: LibraryLimits = CHAT_LIMITS,
): Promise<ChatResponse> {
  const selected = selectProvider(await listProviders(ctx.db), 'text', { provider: request.provider });
  if (!selected.ok) return rejection('no-model', selected.message);
  const price = priceOf(selected, request);
  if (price > BigInt(request.maxMicrocredits)) {
    return rejection(
      'limit',
      `An answer costs about ${formatCredits(price)}, which is more than is left of the limit. Raise it, or begin a new conversation.`,
    );
  }
  const accountId = await accountOf(ctx, request.projectId);
  const call = new ChatCall(ctx, { accountId, projectId: request.projectId, selected, price });
  try {
    const access = await accessOf(ctx, selected);
    const reply = await sendChat(
      access,
      request,
      { signal, beginCall: () => call.begin(), reportUsage: (usage) => call.report(usage) },
      limits,
    );
    const cost = await call.settle();
    const { provider, model } = selected;
    return {
      ...reply,
      problem: null,
      provider: provider.name,
      model,
      microcredits: Number(cost.microcredits),
      isEstimated: cost.basis === 'estimate',
    };
  } catch (error) {
    if (signal.aborted) {
      await call.end('stopped');
      throw error;
    }
    return await call.failed(error);
  }
}

/** What an answer is expected to cost: all that was said before goes along. */
function priceOf({ rate }: Selected, { system, messages, tools }: ChatRequest): bigint {
  const pictures = messages.flatMap((message) => (message.role === 'user' ? (message.pictures ?? []) : []));
  const words = messages.map((message) =>
    message.role === 'user'
      ? message.text
      : JSON.stringify(message.role === 'tool' ? message.results : message.content),
  );
  // A picture is about as many tokens as four thousand letters.
  const prompt = [...words, JSON.stringify(tools), ...pictures.map(() => ' '.repeat(4000))].join('\n');
  return expectedCost(rate, { prompt, system });
}

async function accessOf(ctx: ServiceContext, { provider, model }: Selected): Promise<ProviderAccess> {
  const { name, service, baseUrl } = provider;
  const key = await providerKey(ctx.db, ctx.config.dataDirectory, name);
  return { name, service, baseUrl, model, key };
}

/** @throws Problem PROJECT_NOT_FOUND */
async function accountOf({ db }: ServiceContext, projectId: string | null): Promise<string> {
  const accountId =
    projectId === null ? await firstAccount(db) : ((await findAnyProject(db, projectId))?.accountId ?? null);
  if (accountId !== null) return accountId;
  throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId: projectId ?? '' });
}

const rejection = (
  kind: 'no-model' | 'limit' | 'failed',
  message: string,
  perhapsMicrocredits = 0n,
): ChatResponse => ({
  problem: { kind, message, perhapsMicrocredits: Number(perhapsMicrocredits) },
  text: '',
  toolCalls: [],
  content: [],
  provider: '',
  model: '',
  microcredits: 0,
  isEstimated: false,
});

interface CallDetails {
  accountId: string;
  projectId: string | null;
  selected: Selected;
  /** Microcredits. */
  price: bigint;
}

/** One request to a model: on the disk before it leaves, booked when it was answered. */
class ChatCall {
  readonly #ctx: ServiceContext;
  readonly #details: CallDetails;
  readonly #key: CallKey;
  #usage: CallUsage | null = null;
  #hasBegun = false;

  constructor(ctx: ServiceContext, details: CallDetails) {
    this.#ctx = ctx;
    this.#details = details;
    this.#key = { runId: ctx.newId('ask'), nodeId: NODE.nodeId, item: '' };
  }

  report(usage: CallUsage): void {
    this.#usage = usage;
  }

  /** @returns the idempotency key of the request. @throws NodeFailure where the limit of the key would be passed */
  async begin(): Promise<string> {
    const { accountId, projectId, selected, price } = this.#details;
    const { db } = this.#ctx;
    await transaction(db, async () => {
      const reason = await rejectionOfKey(db, selected.provider, price, this.#ctx.now());
      if (reason !== null) throw new NodeFailure(reason.code, reason.message);
      const call = {
        ...this.#key,
        accountId,
        projectId,
        externalId: null,
        nodeTitle: NODE.nodeTitle,
        nodeType: '',
        provider: selected.provider.name,
        model: selected.model,
        price,
        cacheKey: null,
      };
      await insertCall(db, call, 'asked', this.#timestamp());
    });
    this.#hasBegun = true;
    return this.#key.runId;
  }

  /** Books what it cost. */
  async settle(): Promise<ModelCost> {
    const { accountId, projectId, selected, price } = this.#details;
    const cost = costOfCall(selected.rate, this.#usage, price);
    const { db } = this.#ctx;
    await transaction(db, async () => {
      const at = this.#timestamp();
      if (cost.microcredits > 0n) {
        await insertLedgerLine(db, {
          id: this.#ctx.newId('led'),
          accountId,
          projectId,
          runId: null,
          ...NODE,
          nodeType: null,
          chargeType: CHARGE_TYPES[cost.basis],
          provider: selected.provider.name,
          model: selected.model,
          reason: 'An answer in Ask',
          microcredits: cost.microcredits,
          createdAt: at,
        });
        await debitBalance(db, accountId, cost.microcredits, at);
      }
      await endCall(db, this.#key, 'answered', at);
    });
    return cost;
  }

  async end(state: 'unknown' | 'not-taken' | 'stopped'): Promise<void> {
    if (!this.#hasBegun) return;
    const { db } = this.#ctx;
    await transaction(db, () => endCall(db, this.#key, state, this.#timestamp()));
  }

  /** @returns what is said of a failure, and what it may have cost */
  async failed(error: unknown): Promise<ChatResponse> {
    const isForeseen = error instanceof NodeFailure;
    if (!isForeseen) this.#ctx.log.warn({ err: error }, 'an answer of a model failed');
    const isAccepted = this.#hasBegun && !(isForeseen && error.notSent);
    await this.end(isAccepted ? 'unknown' : 'not-taken');
    const { name } = this.#details.selected.provider;
    const message = isForeseen
      ? error.message
      : `The answer of ${name} could not be got. Ask again, or look at the service under Models.`;
    return rejection('failed', message, isAccepted ? this.#details.price : 0n);
  }

  #timestamp = (): string => new Date(this.#ctx.now()).toISOString();
}
