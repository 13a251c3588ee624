import { DEFAULT_LIMITS, type ParseLimits } from '#shared/reading/limits.ts';
import { parseJson } from '#shared/reading/parse-json.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { retryAfterOf } from '#shared/http/retry-after.ts';
import { checkProviderAddress } from '#service/rules/provider-address.ts';
import { NodeFailure, type ProviderAccess } from '../definition.ts';
import { providerError } from './provider-refusal.ts';
import { createWatch, readChunks, type ProviderLimits, type Watch } from './provider-request.ts';

/** Requests to a provider that speaks the OpenAI-compatible HTTP API. Everything that can go wrong is a NodeFailure. */

export interface ProviderResponse {
  contentType: string;
  /** Chunks as they arrive; throws NodeFailure when the response stops, is too large or is cut off. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Sends a POST and resolves with the head of a successful answer. A 429, which says that nothing was taken, is tried again
 * after the wait that it asks for; nothing else is.
 * @param begin writes down that a call that may cost leaves now, and gives its idempotency key. @throws NodeFailure
 */
export async function callProvider(
  provider: ProviderAccess,
  path: string,
  body: object,
  signal: AbortSignal,
  limits: ProviderLimits,
  begin?: () => Promise<string>,
): Promise<ProviderResponse> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  checkedBaseUrl(provider);
  const idempotencyKey = await begin?.();
  if (idempotencyKey !== undefined) Object.assign(init.headers, { 'idempotency-key': idempotencyKey });
  for (let tries = 0; ; tries += 1) {
    const { response, watch } = await send(provider, path, init, signal, limits);
    if (response.ok) return responseOf(provider, response, watch, limits);
    if (response.status !== 429) throw await providerError(provider, response, watch);
    const delayMs = retryAfterOf(response.headers, Date.now()) ?? 1000 * 2 ** tries;
    if (tries >= limits.retries || delayMs > limits.longestRetryMs)
      throw await providerError(provider, response, watch);
    await watch.drop(response);
    await wait(delayMs, undefined, { signal });
  }
}

/**
 * Sends a GET, once, and resolves with the head of a successful answer.
 * @param keyHeaders that carry the key, where the service takes it otherwise than as a bearer. @throws NodeFailure
 */
export async function readFromProvider(
  provider: ProviderAccess,
  path: string,
  signal: AbortSignal,
  limits: ProviderLimits,
  keyHeaders?: Readonly<Record<string, string>>,
): Promise<ProviderResponse> {
  const init = { method: 'GET', ...(keyHeaders && { keyHeaders }) };
  const { response, watch } = await send(provider, path, init, signal, limits);
  if (response.ok) return responseOf(provider, response, watch, limits);
  throw await providerError(provider, response, watch);
}

const responseOf = (
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
  { responseBytes }: ProviderLimits,
): ProviderResponse => ({
  contentType: response.headers.get('content-type') ?? '',
  chunks: () => readChunks(provider, response, watch, responseBytes),
});

/** Pictures come as text within the JSON; how much of one is taken the node says by its bytes. */
const RESPONSE_LIMITS: ParseLimits = { ...DEFAULT_LIMITS, bytes: 64 * 1024 * 1024, values: 500_000 };

/** Collects a response that comes in one piece. @throws NodeFailure when it is not JSON. */
export async function readProviderJson(
  provider: ProviderAccess,
  response: ProviderResponse,
): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return parseProviderJson(provider, Buffer.concat(chunks).toString('utf8'));
}

export function parseProviderJson(provider: ProviderAccess, text: string): unknown {
  const read = parseJson(text, {
    limits: RESPONSE_LIMITS,
    label: `The answer of ${provider.name}`,
    hint: 'Ask for less.',
  });
  if (read.ok) return read.value;
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    read.problem.limit === undefined
      ? `${provider.name} answered something that is not JSON. Check that its base URL is that of an OpenAI-compatible API.`
      : read.problem.message,
  );
}

/** Sends one request with the provider's key, below its base URL and nowhere else. */
async function send(
  provider: ProviderAccess,
  path: string,
  {
    keyHeaders,
    ...init
  }: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    keyHeaders?: Readonly<Record<string, string>>;
  },
  signal: AbortSignal,
  limits: ProviderLimits,
): Promise<{ response: Response; watch: Watch }> {
  const baseUrl = checkedBaseUrl(provider);
  const watch = createWatch(provider, signal, limits);
  const response = await watch.fetch(`${baseUrl}${path}`, {
    ...init,
    headers: {
      ...init.headers,
      ...(keyHeaders ?? (provider.key === null ? {} : { authorization: `Bearer ${provider.key}` })),
    },
  });
  return { response, watch };
}

/** @throws NodeFailure for an address that no key may be sent to. */
function checkedBaseUrl(provider: ProviderAccess): string {
  const address = checkProviderAddress(provider.baseUrl);
  if (address.ok) return address.baseUrl;
  throw new NodeFailure('PROVIDER_ADDRESS', address.reason, { notSent: true });
}
