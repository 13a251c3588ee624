import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs, type Backoff } from '#shared/http/backoff.ts';
import { retryAfterOf } from '#shared/http/retry-after.ts';
import { NodeFailure, type ProviderAccess } from '../definition.ts';
import { isPrivateAddressError, publicFetch, type Resolve } from './public-fetch.ts';
import { createWatch, readChunks, type ProviderLimits, type Watch } from './provider-request.ts';

/** Files that an answer holds or names. The answer is paid, so that a file is not given up after one failure. */

export interface FileLimits extends ProviderLimits {
  /** How often a file is asked for, at most, and the waits between. */
  attempts: number;
  backoff: Backoff;
}

const MAX_ADDRESS_LENGTH = 16_384;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What may pass by itself, below 500; a file that was made just now may not be everywhere yet. */
const TRANSIENT: ReadonlySet<number> = new Set([404, 408, 425, 429]);
/** What storage answers once a signed address has expired, or the file was removed. */
const EXPIRED: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Whether an address holds the file itself. */
export const isDataAddress = (address: string): boolean => /^data:/i.test(address);

/**
 * Reads a file from an address that holds it, `data:image/png;base64,…`, or from Base64 alone.
 * @param text no longer than the answer that it came in. @throws NodeFailure for what is no Base64
 */
export function readInlineFile(provider: ProviderAccess, text: string): Uint8Array {
  const isAddress = isDataAddress(text);
  const comma = isAddress ? text.indexOf(',') : -1;
  const isBase64 = !isAddress || /;base64$/i.test(text.slice(0, Math.max(0, comma)).trim());
  const encoded = text.slice(comma + 1);
  if ((isAddress && comma < 0) || !isBase64 || !/^[\w+/\s-]*={0,2}\s*$/.test(encoded)) {
    throw invalidFile(`${provider.name} sent a picture that is not written in Base64. Choose another model.`);
  }
  return Buffer.from(encoded, 'base64');
}

const invalidFile = (message: string): NodeFailure =>
  new NodeFailure('PROVIDER_BAD_ANSWER', message, { isUnrecoverable: true });

const unsafe = (provider: ProviderAccess): NodeFailure =>
  invalidFile(`${provider.name} named a file at an address that is not safe to open.`);

interface Target {
  url: URL;
  /** At the provider's own origin; else by https from the public Internet. */
  isSameOrigin: boolean;
}

/**
 * Where an address leads, if it may be opened.
 * @param from the address that sends us on; who has left the provider's origin is not led back into it.
 * @throws NodeFailure
 */
function targetOf(provider: ProviderAccess, address: string, from: Target | null): Target {
  const base = from?.url.href;
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address, base)) throw unsafe(provider);
  const url = new URL(address, base);
  if (url.username !== '' || url.password !== '') throw unsafe(provider);
  const isSameOrigin = url.origin === new URL(provider.baseUrl).origin && from?.isSameOrigin !== false;
  if (url.protocol !== 'https:' && !isSameOrigin) throw unsafe(provider);
  return { url, isSameOrigin };
}

/**
 * Fetches a file that a response names: at the provider's own origin, else by https from the public Internet. The key is
 * not sent. What may pass is tried again, and redirects are followed as far as the first address would have been.
 * @param resolve finds the addresses of a name; a test has its own.
 * @throws NodeFailure with `isUnrecoverable` where trying later would not help. None says that nothing was taken.
 */
export async function fetchProviderFile(
  provider: ProviderAccess,
  address: string,
  signal: AbortSignal,
  limits: FileLimits,
  resolve?: Resolve,
): Promise<Uint8Array> {
  const target = targetOf(provider, address, null);
  for (let attempt = 1; ; attempt += 1) {
    const result = await fetchAttempt({ provider, signal, limits, resolve }, target);
    if (result.ok) return result.bytes;
    const delayMs = result.delayMs ?? backoffMs(limits.backoff, attempt, Math.random());
    if (!result.isTransient || attempt >= limits.attempts || delayMs > limits.longestRetryMs)
      throw result.failure;
    await wait(delayMs, undefined, { signal });
  }
}

interface Fetching {
  provider: ProviderAccess;
  signal: AbortSignal;
  limits: FileLimits;
  resolve: Resolve | undefined;
}

type Fetched =
  | { ok: true; bytes: Uint8Array }
  /** @property delayMs what the server asks to be waited; null when it says nothing. */
  | { ok: false; failure: NodeFailure; isTransient: boolean; delayMs: number | null };

/** Asks once, along the redirects. @throws what is no matter of the network: a file that is lost, the end of the run. */
async function fetchAttempt(fetching: Fetching, first: Target): Promise<Fetched> {
  const { provider, signal, limits, resolve } = fetching;
  let target = first;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const { url, isSameOrigin } = target;
      const watch = createWatch({ ...provider, baseUrl: url.origin }, signal, limits);
      const response = isSameOrigin
        ? await watch.fetch(url.href, { method: 'GET' })
        : await watch.fetch(url.href, { method: 'GET' }, (href, init) => publicFetch(href, init, resolve));
      if (response.ok) return { ok: true, bytes: await bytesOf(fetching, response, watch) };
      await watch.drop(response);
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null)
        return responseFailure(fetching, target, response);
      if (redirects >= MAX_REDIRECTS)
        throw invalidFile(`${provider.name} sends requests for its picture from one address to the next.`);
      target = targetOf(provider, location, target);
    }
  } catch (error) {
    if (isPrivateAddressError(error)) throw unsafe(provider);
    if (!(error instanceof NodeFailure) || error.isUnrecoverable) throw error;
    const exceedsLimit = error.code === 'PROVIDER_ANSWER_TOO_LARGE';
    // That this file was not given says nothing about what made it.
    const failure = new NodeFailure(error.code, error.message, { isUnrecoverable: exceedsLimit });
    if (exceedsLimit) throw failure;
    return { ok: false, failure, isTransient: error.code !== 'PROVIDER_TLS', delayMs: null };
  }
}

function responseFailure({ provider }: Fetching, { url }: Target, { status, headers }: Response): Fetched {
  const isExpired = EXPIRED.has(status);
  const reason = isExpired
    ? `${url.host} does not give it out (${status}), as when an address has expired`
    : `${url.host} answers ${status}`;
  const message = `${provider.name} made the picture, but it could not be fetched: ${reason}.`;
  return {
    ok: false,
    failure: new NodeFailure(isExpired ? 'PICTURE_EXPIRED' : 'PICTURE_NOT_FETCHED', message),
    isTransient: status >= 500 || TRANSIENT.has(status),
    delayMs: retryAfterOf(headers, Date.now()),
  };
}

async function bytesOf(
  { provider, limits }: Fetching,
  response: Response,
  watch: Watch,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(provider, response, watch, limits.responseBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
