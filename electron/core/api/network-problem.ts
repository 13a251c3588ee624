import type { ConnectionProblem } from '#shared/desk/index.ts';
import { isLoopback } from './base-url.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';

/** What a failed `fetch` or socket means to a person. */

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS|ERR_SSL|SSL|EPROTO|HOSTNAME_MISMATCH/;
const TIMEOUT = /TIMEDOUT|TIMED_OUT|TIMEOUT/;
/** Codes of an HTTP response that was cut, or too long at its head; its other errors are those of no HTTP at all. */
const CUT_HTTP = /EOF|CLOSED|OVERFLOW/;
const DNS = /ENOTFOUND|EAI_|NAME_NOT_RESOLVED/;

function* causes(error: unknown): Generator<{ code: string; message: string; name: string }> {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const fields = current as { code?: unknown; message?: unknown; name?: unknown; cause?: unknown };
    yield {
      code: typeof fields.code === 'string' ? fields.code : '',
      message: typeof fields.message === 'string' ? fields.message : '',
      name: typeof fields.name === 'string' ? fields.name : '',
    };
    current = fields.cause;
  }
}

function classify(error: unknown): ConnectionProblem {
  for (const { code, message, name } of causes(error)) {
    // Node says "unexpected redirect", Chromium ERR_..._REDIRECT.
    if (/redirect/i.test(message)) return 'redirected';
    if (name === 'TimeoutError' || TIMEOUT.test(code)) return 'timeout';
    if (name === 'HTTPParserError' && !CUT_HTTP.test(code)) return 'not-this-api';
    if (DNS.test(code) || DNS.test(message)) return 'dns';
    if (TLS.test(code) || /ERR_CERT|ERR_SSL/.test(message)) return 'tls';
  }
  return 'refused';
}

/** A sentence for each way a service cannot be reached. */
export function problemSentence(problem: ConnectionProblem, host: string): string {
  switch (problem) {
    case 'address':
      return 'This is not an address that Patchbay can use. It should look like https://service.example.com.';
    case 'dns':
      return `There is no server called ${host}. Check the spelling of the address and your network.`;
    case 'refused':
      return `${host} does not answer. Check the address and the port, and that the service is running.`;
    case 'timeout':
      return isLoopback(new URL(`http://${host}`))
        ? `The service on this computer (${host}) took too long to answer. Try again; if it stays so, restart it: the local workspace under Connections, any other where it was started.`
        : `${host} took too long to answer. Check your network, then try again.`;
    case 'tls':
      return `The certificate of ${host} is not trusted, so no key was sent. Ask whoever runs the service to fix it.`;
    case 'not-this-api':
      return `${host} answers, but not with this API. Check the address, including any path after the host name.`;
    case 'key-rejected':
      return 'The service did not accept the key. It may be mistyped, expired or revoked: enter a key that is valid.';
    case 'forbidden':
      return 'The service knows the key but allows it nothing here. Ask for a key with more scopes.';
    case 'redirected':
      return `${host} sends requests on to another address. Enter the address where the service itself answers.`;
    case 'server-error':
      return `${host} has a problem of its own. Try again later.`;
    default:
      return assertNever(problem);
  }
}

function assertNever(value: never): never {
  throw new Error(`Unexpected problem ${String(value)}`);
}

/** Turns a network failure into one with a sentence. An abort stays what it is. */
export function toUnreachable(error: unknown, url: URL): Error {
  if (error instanceof DeskError) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  const problem = classify(error);
  // The cause may quote the whole URL, and a signed URL is a credential: keep the code only.
  const code = [...causes(error)].map((cause) => cause.code).find(Boolean);
  return new UnreachableError(
    problem,
    problemSentence(problem, url.host),
    code ? new Error(code) : undefined,
  );
}

/** Pages of gateways and sign-in portals, which speak HTML where nobody asked for it. */
export const isPage = (contentType: string | null | undefined): boolean =>
  /^\s*text\/html\b/i.test(contentType ?? '');

/** Something on the way answered in the place of the service. */
export const foreignResponse = (url: URL): UnreachableError =>
  new UnreachableError('not-this-api', problemSentence('not-this-api', url.host));
