import { NodeFailure, type ProviderAccess } from '../definition.ts';
import { parseJson } from '#shared/reading/parse-json.ts';
import { DEFAULT_LIMITS } from '#shared/reading/limits.ts';
import { readChunks, type Watch } from './provider-request.ts';
import { redactKey } from './without-key.ts';

/** What a provider that refuses says, and what to do about it. */

const ERROR_BYTES = 64 * 1024;
const ERROR_TEXT = 300;
/** How long the reason of a refusal is read, beyond what its bytes need at the slowest rate. */
const ERROR_MS = 10_000;
/** Codes by which providers say that a request was declined for what it asks. */
const DECLINED = /content_policy|content_filter|moderation|safety|responsibleai/i;

/** What a refusal means and what to do about it. One by a 3xx or 4xx was not taken; after a 5xx nobody knows. */
export async function providerError(
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
): Promise<unknown> {
  const { name } = provider;
  const { status } = response;
  const failureOptions = { notSent: status < 500 };
  if (status >= 300 && status < 400) {
    await watch.drop(response);
    return new NodeFailure(
      'PROVIDER_REDIRECTED',
      `${name} points to another address, and a key is not sent on. Enter the final address under Models.`,
      failureOptions,
    );
  }
  let complaint: ProviderComplaint;
  watch.hurry(ERROR_MS);
  try {
    complaint = await readComplaint(provider, response, watch);
  } catch (error) {
    if (!(error instanceof NodeFailure)) return error;
    // The refusal itself broke off, or came too slowly; its status stands.
    complaint = { code: '', message: '' };
  }
  const quote = complaint.message === '' ? '' : ` It says: ${complaint.message}`;
  if (DECLINED.test(complaint.code)) {
    return new NodeFailure(
      'PROVIDER_DECLINED',
      `${name} declined to answer this. Change the prompt.${quote}`,
      failureOptions,
    );
  }
  if (status === 401 || status === 403) {
    return new NodeFailure(
      'PROVIDER_REFUSED_KEY',
      `${name} refused the key. Enter it again under Models.${quote}`,
      failureOptions,
    );
  }
  if (status === 404) {
    return new NodeFailure(
      'PROVIDER_NOT_FOUND',
      `${name} does not know this model or address. Check both under Models.${quote}`,
      failureOptions,
    );
  }
  if (status === 429) {
    return new NodeFailure(
      'PROVIDER_BUSY',
      `${name} takes no more requests for now${afterText(response.headers.get('retry-after'))}. Run again later.${quote}`,
      failureOptions,
    );
  }
  if (status >= 500) {
    return new NodeFailure(
      'PROVIDER_FAILED',
      `${name} failed (${status}). Run again later.${quote}`,
      failureOptions,
    );
  }
  return new NodeFailure(
    'PROVIDER_REFUSED',
    `${name} refused the request (${status}).${quote}`,
    failureOptions,
  );
}

/** A failure of a request that never left. */
export const localFailure = (code: string, message: string): NodeFailure =>
  new NodeFailure(code, message, { notSent: true });

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
  const read = parseJson(text, { limits: DEFAULT_LIMITS, label: 'The refusal', hint: '' });
  // An error page says nothing that helps.
  if (!read.ok) return { code: '', message: '' };
  const error = (read.value as { error?: unknown } | null)?.error ?? null;
  if (typeof error === 'string') return { code: '', message: sanitizeMessage(provider, error) };
  const { message, code, type } = (error ?? {}) as { message?: unknown; code?: unknown; type?: unknown };
  return {
    code: [code, type].filter((field) => typeof field === 'string').join(' '),
    message: typeof message === 'string' ? sanitizeMessage(provider, message) : '',
  };
}

/** One line for people, without the key: some providers repeat it. */
function sanitizeMessage(provider: ProviderAccess, message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return redactKey(provider, line).slice(0, ERROR_TEXT);
}

const afterText = (header: string | null): string =>
  header !== null && /^\d{1,9}$/.test(header.trim()) ? ` (for ${header.trim()} seconds)` : '';
