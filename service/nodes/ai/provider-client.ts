import { DEFAULT_LIMITS, type ReadingLimits } from '#shared/reading/limits.ts';
import { parseJson } from '#shared/reading/parse-json.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { checkProviderAddress } from '#service/rules/provider-address.ts';
import { NodeFailure, type ProviderAccess } from '../definition.ts';

/** Requests to a provider that speaks the OpenAI-compatible HTTP API. Everything that can go wrong is a NodeFailure. */

export interface ProviderLimits {
  /** How long the head of an answer may take, milliseconds. */
  answerMs: number;
  /** How long nothing may arrive in the middle of an answer, milliseconds. */
  silenceMs: number;
  /** The longest wait that a 429 may ask for, milliseconds. */
  longestRetryMs: number;
  /** Waits after a 429, at most. */
  retries: number;
  answerBytes: number;
}

const ERROR_BYTES = 64 * 1024;
const ERROR_TEXT = 300;
/** Codes by which providers say that a request was declined for what it asks. */
const DECLINED = /content_policy|content_filter|moderation|safety|responsibleai/i;

export interface ProviderAnswer {
  contentType: string;
  /** Chunks as they arrive; throws NodeFailure when the answer stops, is too large or is cut off. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Sends a POST and resolves with the head of a successful answer. A 429 is tried again after the wait that it asks for.
 * @throws NodeFailure
 */
export async function askProvider(
  provider: ProviderAccess,
  path: string,
  body: object,
  signal: AbortSignal,
  limits: ProviderLimits,
): Promise<ProviderAnswer> {
  const address = checkProviderAddress(provider.baseUrl);
  if (!address.ok) throw new NodeFailure('PROVIDER_ADDRESS', address.reason);
  for (let tries = 0; ; tries += 1) {
    const { response, watch } = await send(provider, `${address.baseUrl}${path}`, body, signal, limits);
    if (response.ok) {
      return {
        contentType: response.headers.get('content-type') ?? '',
        chunks: () => readChunks(provider, response, watch, limits.answerBytes),
      };
    }
    if (response.status !== 429) throw await refusal(provider, response, watch);
    const delayMs = retryDelay(response.headers.get('retry-after'), tries);
    if (tries >= limits.retries || delayMs > limits.longestRetryMs)
      throw await refusal(provider, response, watch);
    await watch.drop(response);
    await wait(delayMs, undefined, { signal });
  }
}

/** Pictures come as text within the JSON; how much of one is taken the node says by its bytes. */
const ANSWER_LIMITS: ReadingLimits = { ...DEFAULT_LIMITS, bytes: 64 * 1024 * 1024, values: 500_000 };

/** Collects an answer that comes in one piece. @throws NodeFailure when it is not JSON. */
export async function readProviderJson(provider: ProviderAccess, answer: ProviderAnswer): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.chunks()) chunks.push(chunk);
  return parseProviderJson(provider, Buffer.concat(chunks).toString('utf8'));
}

export function parseProviderJson(provider: ProviderAccess, text: string): unknown {
  const read = parseJson(text, {
    limits: ANSWER_LIMITS,
    subject: `The answer of ${provider.name}`,
    advice: 'Ask for less.',
  });
  if (read.ok) return read.value;
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    read.problem.limit === undefined
      ? `${provider.name} answered something that is not JSON. Check that its base URL is that of an OpenAI-compatible API.`
      : read.problem.message,
  );
}

/** Fetches a file that an answer names. The key is not sent. @throws NodeFailure */
export async function fetchProviderFile(
  provider: ProviderAccess,
  url: string,
  signal: AbortSignal,
  limits: ProviderLimits,
): Promise<Uint8Array> {
  const target = URL.canParse(url) ? new URL(url) : null;
  const isOwn = target !== null && target.origin === new URL(provider.baseUrl).origin;
  if (target === null || (target.protocol !== 'https:' && !isOwn)) {
    throw new NodeFailure(
      'PROVIDER_BAD_ANSWER',
      `${provider.name} named a file at an address that is not safe to open.`,
    );
  }
  const watch = createWatch(provider, signal, limits);
  const response = await watch.fetch(target.href, { method: 'GET' });
  if (!response.ok) throw await refusal(provider, response, watch);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(provider, response, watch, limits.answerBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Ends a request when the run is canceled or nothing has arrived for too long, and tells the two apart. */
interface Watch {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Something arrived: the time for silence begins anew. */
  heard(): void;
  /** No more will be read. */
  done(): void;
  drop(response: Response): Promise<void>;
  /** What a failure of the connection means. */
  explain(error: unknown): unknown;
}

function createWatch(provider: ProviderAccess, signal: AbortSignal, limits: ProviderLimits): Watch {
  const controller = new AbortController();
  let isLate = false;
  let timer: NodeJS.Timeout | null = null;
  const cancel = (): void => controller.abort(signal.reason);
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const startTimer = (ms: number): void => {
    stopTimer();
    timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, ms);
  };
  const done = (): void => {
    stopTimer();
    signal.removeEventListener('abort', cancel);
  };
  const explain = (error: unknown): unknown => {
    if (error instanceof NodeFailure || signal.aborted) return error;
    if (isLate) {
      return new NodeFailure(
        'PROVIDER_TIMED_OUT',
        `${provider.name} did not answer in time. Try again, or ask for less.`,
      );
    }
    return new NodeFailure(
      'PROVIDER_UNREACHABLE',
      `${provider.name} cannot be reached at ${new URL(provider.baseUrl).host}, or broke off in the middle. Check that it runs, and try again.`,
    );
  };
  return {
    async fetch(url, init) {
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel, { once: true });
      startTimer(limits.answerMs);
      try {
        const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
        startTimer(limits.silenceMs);
        return response;
      } catch (error) {
        done();
        throw explain(error);
      }
    },
    heard: () => startTimer(limits.silenceMs),
    done,
    async drop(response) {
      done();
      await response.body?.cancel().catch(() => {
        // The connection is gone already.
      });
    },
    explain,
  };
}

async function send(
  provider: ProviderAccess,
  url: string,
  body: object,
  signal: AbortSignal,
  limits: ProviderLimits,
): Promise<{ response: Response; watch: Watch }> {
  const watch = createWatch(provider, signal, limits);
  const response = await watch.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(provider.key === null ? {} : { authorization: `Bearer ${provider.key}` }),
    },
    body: JSON.stringify(body),
  });
  return { response, watch };
}

async function* readChunks(
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      watch.heard();
      size += chunk.byteLength;
      if (size > limitBytes) {
        throw new NodeFailure(
          'PROVIDER_ANSWER_TOO_LARGE',
          `${provider.name} sent more than ${Math.round(limitBytes / 1024 / 1024)} MB. Ask for less.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw watch.explain(error);
  } finally {
    await watch.drop(response);
  }
}

/** What a refusal means and what to do about it. */
async function refusal(provider: ProviderAccess, response: Response, watch: Watch): Promise<unknown> {
  const { name } = provider;
  const { status } = response;
  if (status >= 300 && status < 400) {
    await watch.drop(response);
    return new NodeFailure(
      'PROVIDER_REDIRECTED',
      `${name} points to another address, and a key is not sent on. Set the final address as its base URL.`,
    );
  }
  let said: ProviderComplaint;
  try {
    said = await readComplaint(provider, response, watch);
  } catch (error) {
    return error;
  }
  const quote = said.message === '' ? '' : ` It says: ${said.message}`;
  if (DECLINED.test(said.code)) {
    return new NodeFailure(
      'PROVIDER_DECLINED',
      `${name} declined to answer this. Change the prompt.${quote}`,
    );
  }
  if (status === 401 || status === 403) {
    return new NodeFailure(
      'PROVIDER_REFUSED_KEY',
      `${name} refused the key. Set it again with providers add --key-stdin.${quote}`,
    );
  }
  if (status === 404) {
    return new NodeFailure(
      'PROVIDER_NOT_FOUND',
      `${name} does not know this model or address. Check the model, and the base URL.${quote}`,
    );
  }
  if (status === 429) {
    return new NodeFailure(
      'PROVIDER_BUSY',
      `${name} takes no more requests for now${afterText(response.headers.get('retry-after'))}. Run again later.${quote}`,
    );
  }
  if (status >= 500) {
    return new NodeFailure('PROVIDER_FAILED', `${name} failed (${status}). Run again later.${quote}`);
  }
  return new NodeFailure('PROVIDER_REFUSED', `${name} refused the request (${status}).${quote}`);
}

interface ProviderComplaint {
  code: string;
  message: string;
}

async function readComplaint(
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
): Promise<ProviderComplaint> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(provider, response, watch, Number.POSITIVE_INFINITY)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > ERROR_BYTES) break;
  }
  return complaintOf(provider, Buffer.concat(chunks).toString('utf8'));
}

/** Reads `{ error: { message, code, type } }`, or what some providers send instead: a string. */
function complaintOf(provider: ProviderAccess, text: string): ProviderComplaint {
  const read = parseJson(text, { limits: ANSWER_LIMITS, subject: 'The refusal', advice: '' });
  // An error page says nothing that helps.
  if (!read.ok) return { code: '', message: '' };
  const error = (read.value as { error?: unknown } | null)?.error ?? null;
  if (typeof error === 'string') return { code: '', message: tidy(provider, error) };
  const { message, code, type } = (error ?? {}) as { message?: unknown; code?: unknown; type?: unknown };
  return {
    code: [code, type].filter((part) => typeof part === 'string').join(' '),
    message: typeof message === 'string' ? tidy(provider, message) : '',
  };
}

/** One line for people, without the key: some providers repeat it. */
function tidy(provider: ProviderAccess, message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return withoutKey(provider, line).slice(0, ERROR_TEXT);
}

/** Text with the provider's key taken out. */
export const withoutKey = (provider: Pick<ProviderAccess, 'key'> | null, text: string): string =>
  provider === null || provider.key === null ? text : text.replaceAll(provider.key, '[key]');

/** Milliseconds to wait: what `Retry-After` says in seconds or as a date, else longer each time. */
function retryDelay(header: string | null, tries: number): number {
  if (header !== null && /^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const date = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? 1000 * 2 ** tries : Math.max(0, date - Date.now());
}

const afterText = (header: string | null): string =>
  header !== null && /^\d+$/.test(header.trim()) ? ` (for ${header.trim()} seconds)` : '';
