import { isIP } from 'node:net';
import { isPrivateAddress } from '#shared/http/private-address.ts';
import { MAX_WEB_PICTURE_BYTES } from '#shared/desk/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import type { SignedAddress } from '../api/signed-address.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';

/** A picture is there within this time, or not at all. Milliseconds. */
const TIME_LIMIT_MS = 30_000;

const rejection = (sentence: string, cause?: unknown): DeskError =>
  new DeskError('INVALID_REQUEST', `${sentence} Save the picture to this computer and drop the file.`, {
    cause,
  });

/**
 * An address on the web that a person wants a picture from. What its name resolves to is judged at the connection.
 * @throws DeskError for addresses of this computer and the network around it, for other protocols and for ones with a name
 *   and password in them
 */
function checkWebAddress(text: string): SignedAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw rejection('This picture has no address on the web.');
  if (url.username || url.password) throw rejection('This address has a password in it.');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPrivateHost =
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host));
  if (isPrivateHost) throw privateNetworkError();
  return { url, reach: 'public' };
}

const privateNetworkError = (cause?: unknown): DeskError =>
  rejection('The picture lies inside your own network, where Patchbay fetches nothing from.', cause);

/**
 * Fetches a picture from the web: its bytes and what it is. Nothing of the person goes along: no key, no cookie.
 * @param text address. @throws DeskError with a sentence that says what to do instead
 */
export async function fetchWebPicture(
  blobs: Pick<BlobClient, 'get'>,
  text: string,
  callerSignal: AbortSignal,
): Promise<Response> {
  const address = checkWebAddress(text);
  const { host } = address.url;
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  let response: Response;
  try {
    response = await blobs.get(address, { maxBytes: MAX_WEB_PICTURE_BYTES, isSmall: true, signal });
  } catch (error) {
    if (callerSignal.aborted) throw error;
    if (error instanceof UnreachableError && error.problem === 'address') throw privateNetworkError(error);
    if (error instanceof UnreachableError && error.problem === 'redirected')
      throw rejection(`${host} sends on to another address, which is not followed.`, error);
    throw rejection(`${host} did not give the picture.`, error);
  }
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!response.ok || !type.startsWith('image/')) {
    await response.body?.cancel();
    throw rejection(
      response.ok ? `${host} gave no picture at this address.` : `${host} refused to give the picture.`,
    );
  }
  return new Response(response.body, {
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}
