import { randomInt } from 'node:crypto';
import {
  bytesLabel,
  DEFAULT_LIMITS,
  parseJson as parse,
  parseJsonBytes,
  readJson as readSource,
  type ByteSource,
  type JsonReading,
  type Reading,
  type ReadingProblem,
  type ReadingProblemCode,
} from '#shared/reading/index.ts';
import { Problem } from '#service/problems/problem.ts';
import { ValidationProblem } from '#service/problems/validation-problem.ts';
import { inSlices, yieldToEventLoop } from './slices.ts';

export const JSON_LIMIT_BYTES = DEFAULT_LIMITS.bytes;

/** Parsing cannot be divided: a body of this many values and keys holds up everybody else for a tenth of a second. */
const BODY: JsonReading = {
  limits: {
    ...DEFAULT_LIMITS,
    values: 1_000_000,
    keys: 50_000,
    distinctKeys: 50_000,
    keySeed: randomInt(2 ** 32),
  },
  label: 'The body',
  hint: 'Send it in smaller requests.',
};

const ISSUE_TYPES: Partial<Record<ReadingProblemCode, string>> = {
  EMPTY: 'missing',
  NOT_JSON: 'json_invalid',
  NOT_UTF8: 'encoding',
  TOO_DEEP: 'json_depth',
  TOO_MANY_VALUES: 'too_long',
  TOO_MANY_ITEMS: 'too_long',
  TOO_MANY_KEYS: 'too_long',
  TOO_MANY_NUMBER_KEYS: 'too_long',
  TOO_MANY_DISTINCT_KEYS: 'too_long',
};

/** What a reading problem is to a client of the API: 413 for size, 422 for what is inside. */
function errorOf({ code, message, cause }: ReadingProblem): unknown {
  if (code === 'TOO_LARGE') {
    return Problem.of(
      'PAYLOAD_TOO_LARGE',
      `A JSON body may hold ${bytesLabel(JSON_LIMIT_BYTES)}. Send files through POST /files/uploads.`,
      { limitBytes: JSON_LIMIT_BYTES },
    );
  }
  const type = ISSUE_TYPES[code];
  // What is left is a client that went away in the middle.
  if (type === undefined) return cause;
  return new ValidationProblem([{ loc: ['body'], msg: code === 'EMPTY' ? 'Field required' : message, type }]);
}

function valueOf(result: Reading<unknown>): unknown {
  if (result.ok) return result.value;
  throw errorOf(result.problem);
}

/**
 * Reads a JSON body: size, depth and counts are checked before parsing, UTF-8 strictly, and keys named `__proto__` dropped.
 * @throws Problem PAYLOAD_TOO_LARGE, ValidationProblem
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get('content-type');
  if (contentType !== null && !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType.trim())) {
    throw new ValidationProblem([
      {
        loc: ['header', 'content-type'],
        msg: 'Send JSON with Content-Type: application/json.',
        type: 'content_type',
      },
    ]);
  }
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  if (contentLength > JSON_LIMIT_BYTES) throw errorOf({ code: 'TOO_LARGE', message: '' });
  // An announced length is enforced by the HTTP parser; taking a small body at once spares it a stream.
  if (contentLength > 0 && contentLength <= MAX_UNSTREAMED_BYTES) {
    return valueOf(parseJsonBytes(new Uint8Array(await request.arrayBuffer()), BODY));
  }
  const source: ByteSource | null = request.body;
  const value = valueOf(
    await readSource(source, { ...BODY, inSlices, readsOn: () => AbortSignal.timeout(READ_ON_MS) }),
  );
  // Parsing cannot be divided; whoever waited meanwhile goes before the checks.
  await yieldToEventLoop();
  return value;
}

/** A client that sends all the while is through with a refused body by then; one that waits is answered. */
const READ_ON_MS = 1000;

const MAX_UNSTREAMED_BYTES = 256 * 1024;

/** Parses JSON that somebody sent. @throws ValidationProblem when it is none, or too much. */
export const parseJson = (text: string, onUnsafeIntegers?: JsonReading['onUnsafeIntegers']): unknown =>
  valueOf(parse(text, { ...BODY, ...(onUnsafeIntegers && { onUnsafeIntegers }) }));
