import { MediaStoreProblem, type S3Location } from './media-location.ts';

interface Failure {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const UNREACHABLE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|EPIPE|TimeoutError|CERT|SELF_SIGNED|EPROTO/;
const REFUSED_KEYS = new Set([
  'AccessDenied',
  'Forbidden',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
]);
const REGION_CODES = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'TooManyRequestsException', 'ThrottlingException']);

interface FailedResponse {
  name: string;
  code: string;
  status: number | undefined;
}
type Sentence = (where: {
  bucket: string;
  host: string;
  region: string;
  status: number | undefined;
}) => string;

/** The first that fits counts. */
const KINDS: readonly (readonly [fits: (response: FailedResponse) => boolean, sentence: Sentence])[] = [
  [
    ({ name, status }) =>
      name === 'CredentialsProviderError' || (status === undefined && /credential/i.test(name)),
    ({ bucket, host }) =>
      `There are no keys for the bucket “${bucket}” at ${host}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE with the file that has them.`,
  ],
  [
    ({ name, status }) =>
      name === 'NoSuchBucket' || (status === 404 && name !== 'NoSuchKey' && name !== 'NotFound'),
    ({ bucket, host }) =>
      `There is no bucket “${bucket}” at ${host}. Make it there, or correct its name in --media.`,
  ],
  [
    ({ name, status }) => REGION_CODES.has(name) || status === 301,
    ({ bucket, region }) =>
      `The bucket “${bucket}” is in another region than ${region}. Say its region in --media, as ?region=REGION.`,
  ],
  [
    ({ name, status }) => REFUSED_KEYS.has(name) || status === 401 || status === 403,
    ({ bucket, host }) =>
      `The keys are refused by the bucket “${bucket}” at ${host}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the clock of this computer, and that these keys may list, read, write and delete there.`,
  ],
  [
    ({ name, status }) => BUSY.has(name) || status === 429 || status === 503,
    ({ bucket, host }) =>
      `The store is busy: the bucket “${bucket}” at ${host} has refused several times. Try again in a minute.`,
  ],
  [
    ({ status = 0 }) => status >= 500,
    ({ bucket, host, status }) =>
      `The store fails: the bucket “${bucket}” at ${host} has answered ${status} several times. Look there, then try again.`,
  ],
  [
    ({ name, code }) => UNREACHABLE.test(`${name} ${code}`),
    ({ bucket, host }) =>
      `The store cannot be reached: the bucket “${bucket}” at ${host} does not answer. Check the address and the network, then try again.`,
  ],
];

const unusable: Sentence = ({ bucket, host }) =>
  `The store has given no usable answer: the bucket “${bucket}” at ${host}. Check its address in --media.`;

/**
 * What went wrong with a store, as a sentence. Nothing of the error itself is taken along: the SDK writes keys and headers into it.
 */
export function storeFailure(error: unknown, { bucket, region, endpoint }: S3Location): MediaStoreProblem {
  const { name, code, $metadata } = (error ?? {}) as Failure;
  const response = { name: String(name), code: String(code), status: $metadata?.httpStatusCode };
  const where = { bucket, region, host: endpoint ?? `AWS in ${region}`, status: response.status };
  const [, sentence] = KINDS.find(([fits]) => fits(response)) ?? [null, unusable];
  return new MediaStoreProblem(sentence(where));
}
