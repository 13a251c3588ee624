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
/** Codes by which they say that the account of a key has nothing left, also with statuses that mean to wait. */
const QUOTA = /insufficient_quota|insufficient_credits|billing|payment_required|balance/i;
/** Codes of keys that are wrong, also with statuses that mean a wrong request. */
const INVALID_KEY = /invalid_api_key|API_KEY_INVALID|api_key_expired/i;
/** Codes of models that are not there, or not any more. */
const NO_MODEL = /model_not_found|model_deprecated|model_not_available/i;

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
  if (status === 402 || QUOTA.test(complaint.code)) {
    return new NodeFailure(
      'PROVIDER_QUOTA',
      `The account of this key at ${name} has nothing left to spend. Add credits there, or use another key.${quote}`,
      failureOptions,
    );
  }
  if (status === 401 || status === 403 || INVALID_KEY.test(complaint.code)) {
    return new NodeFailure(
      'PROVIDER_REFUSED_KEY',
      `${name} refused the key. Enter it again under Models.${quote}`,
      failureOptions,
    );
  }
  if (status === 404 || status === 410 || NO_MODEL.test(complaint.code)) {
    return new NodeFailure(
      'PROVIDER_NOT_FOUND',
      `${name} does not know the model ${provider.model}, or has it no longer. Choose another Model, and check the address under Models.${quote}`,
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

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/**
 * Reads `{ error: { message, code, type } }`, or what some providers send instead: a string, or a `detail` that is one, or
 * holds `{ msg, type }`. Google names the reason of a wrong key deeper within.
 */
function complaintOf(provider: ProviderAccess, text: string): ProviderComplaint {
  const read = parseJson(text, { limits: DEFAULT_LIMITS, label: 'The refusal', hint: '' });
  // An error page says nothing that helps.
  if (!read.ok) return { code: '', message: '' };
  const reported = fieldOf(read.value, 'error') ?? fieldOf(read.value, 'detail');
  const error: unknown = Array.isArray(reported) ? reported[0] : reported;
  if (typeof error === 'string') return { code: '', message: sanitizeMessage(provider, error) };
  const details = fieldOf(error, 'details');
  const reasons = Array.isArray(details) ? details.map((detail) => fieldOf(detail, 'reason')) : [];
  const codes = [fieldOf(error, 'code'), fieldOf(error, 'type'), ...reasons];
  const message = fieldOf(error, 'message') ?? fieldOf(error, 'msg');
  return {
    code: codes.filter((code) => typeof code === 'string').join(' '),
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
