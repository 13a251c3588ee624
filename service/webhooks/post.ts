import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPrivateAddress } from '#shared/http/private-address.ts';
import {
  privateAddressError,
  publicOnlyLookup,
  systemResolve,
  type Resolve,
} from '#service/nodes/ai/public-fetch.ts';

/** A call to an address of somebody else. */
interface Post {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Whether the address that was named may lie inside a private network; no redirect may lead into one. */
  isPrivate: boolean;
  signal: AbortSignal;
  /** The system's, or that of a test. */
  resolve?: Resolve;
}

const MAX_REDIRECTS = 3;
/** Those that keep method and body. */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);

/**
 * Sends a body. What the name of each hop means is judged at its connection, and the very address that was judged is connected to.
 * @returns the status of the last answer; its body is not read. @throws Error
 */
export async function postSigned(post: Post): Promise<number> {
  const named = new URL(post.url);
  let url = named;
  for (let hop = 0; ; hop += 1) {
    const { status, location } = await sendPost(url, post, post.isPrivate && url.origin === named.origin);
    if (!REDIRECTS.has(status) || location === undefined || hop === MAX_REDIRECTS) return status;
    if (!URL.canParse(location, url.href)) return status;
    url = new URL(location, url);
    if (url.protocol !== 'https:' && url.origin !== named.origin)
      throw new Error('It redirects to an address without https.');
  }
}

function sendPost(
  url: URL,
  { body, headers, signal, resolve = systemResolve }: Post,
  mayBePrivate: boolean,
): Promise<{ status: number; location: string | undefined }> {
  const {
    promise,
    resolve: settle,
    reject,
  } = Promise.withResolvers<{
    status: number;
    location: string | undefined;
  }>();
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (!mayBePrivate && isIP(host) !== 0 && isPrivateAddress(host))
    return Promise.reject(privateAddressError());
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(
    url,
    {
      method: 'POST',
      signal,
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(mayBePrivate ? {} : { lookup: publicOnlyLookup(resolve) }),
    },
    (incoming) => {
      const { statusCode = 0, headers: answered } = incoming;
      incoming.on('error', () => {});
      incoming.destroy();
      settle({ status: statusCode, location: answered.location });
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
