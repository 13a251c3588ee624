import { MediaStoreProblem, type S3Location } from './media-location.ts';

interface Failure {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|EPIPE|TimeoutError|CERT|SELF_SIGNED|EPROTO/;
const WRONG_KEYS = new Set([
  'AccessDenied',
  'Forbidden',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
]);
const WRONG_REGION = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException']);
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'TooManyRequestsException', 'ThrottlingException']);

/**
 * What went wrong with a store, as a sentence. Nothing of the error itself is taken along: the SDK writes keys and headers into it.
 */
export function storeFailure(error: unknown, location: S3Location): MediaStoreProblem {
  const { name, code, message, $metadata } = (error ?? {}) as Failure;
  const status = $metadata?.httpStatusCode;
  const kind = typeof name === 'string' ? name : '';
  const host = location.endpoint ?? `AWS in ${location.region}`;
  const place = `the bucket “${location.bucket}” at ${host}`;
  if (kind === 'CredentialsProviderError' || /credential/i.test(typeof message === 'string' ? message : '')) {
    return new MediaStoreProblem(
      `There are no keys for ${place}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE with the file that has them.`,
    );
  }
  if (kind === 'NoSuchBucket' || (status === 404 && kind !== 'NoSuchKey' && kind !== 'NotFound'))
    return new MediaStoreProblem(`There is no bucket “${location.bucket}” at ${host}. Make it there, or correct its name in --media.`);
  if (WRONG_REGION.has(kind) || status === 301)
    return new MediaStoreProblem(`The bucket “${location.bucket}” is in another region than ${location.region}. Say its region in --media, as ?region=REGION.`);
  if (WRONG_KEYS.has(kind) || status === 401 || status === 403) {
    return new MediaStoreProblem(
      `The keys are refused by ${place}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the clock of this computer, and that these keys may list, read, write and delete there.`,
    );
  }
  if (BUSY.has(kind) || status === 429 || status === 503)
    return new MediaStoreProblem(`The store is busy: ${place} has refused several times. Try again in a minute.`);
  if (status !== undefined && status >= 500)
    return new MediaStoreProblem(`The store fails: ${place} has answered ${status} several times. Look there, then try again.`);
  if (UNREACHABLE.test(`${kind} ${String(code)}`))
    return new MediaStoreProblem(`The store cannot be reached: ${place} does not answer. Check the address and the network, then try again.`);
  return new MediaStoreProblem(
    `The store has given no usable answer: ${place}${status === undefined ? '' : ` (${status})`}. Check its address in --media.`,
  );
}
