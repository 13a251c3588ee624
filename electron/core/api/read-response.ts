import {
  responseLimitsOf,
  REJECTION_LIMITS,
  SCHEMA_LIMITS,
  type AnyEndpoint,
  type ResponseKind,
} from '#shared/api/index.ts';
import { GatheredBytes } from '#shared/reading/gathered-bytes.ts';
import { JsonScanner } from '#shared/reading/json-scanner.ts';
import { excess, type ParseLimits, type ParseOptions } from '#shared/reading/limits.ts';
import { scanProblem } from '#shared/reading/parse-json.ts';
import { DeskError } from '../desk-error.ts';
import { JsonValidator } from './json-validator.ts';

/** Reading what a service answers, within limits, and without building anything of it. */

/** What a response is expected to be, and how much of it is read. */
export interface ExpectedResponse {
  /**
   * `json`: it is read whole, so that one that was cut is asked for again as one that never began, and what a network's
   * sign-in page says is not taken for the service's word. `empty`: the same, but nothing is a response, too. The others
   * pass as they come.
   */
  kind: ResponseKind;
  limits: ParseLimits;
}

export const expectedOf = (endpoint: AnyEndpoint): ExpectedResponse => ({
  kind: endpoint.responseKind,
  limits: responseLimitsOf(endpoint),
});

/** The schema of the API, and small questions beside the table. */
export const SCHEMA_RESPONSE: ExpectedResponse = { kind: 'json', limits: SCHEMA_LIMITS };

export const isFullRead = ({ kind }: ExpectedResponse): boolean => kind === 'json' || kind === 'empty';

const RESPONSE_PARSE_OPTIONS: ParseOptions = {
  label: 'The response of the service',
  hint: 'Nothing of it was used. Tell whoever runs the service.',
};

/** What a success answered is not JSON at all, so nothing of it is the word of the service. */
export class NotJsonError extends Error {
  override name = 'NotJsonError';
}

const invalidResponse = (message: string): DeskError => new DeskError('BAD_RESPONSE', message);

/** A body that is there whole. */
export interface FullBody {
  /** Bytes. */
  size: number;
  /** In the pieces that came: joined, a large one would lie in memory three times. */
  stream: ReadableStream<Uint8Array>;
}

const chunkStream = (chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = chunks.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );

/**
 * Gathers a response that is JSON.
 * @param options.isSuccess whether it has to be JSON; a refusal may be anything, up to a size.
 * @param options.onPiece called of each piece that came.
 * @throws DeskError `BAD_RESPONSE` for more than may be read, at once; NotJsonError; Error when it was cut.
 */
export async function readResponse(
  body: ReadableStream<Uint8Array>,
  { kind, limits: expectedLimits }: ExpectedResponse,
  options: { isSuccess: boolean; onChunk: () => void },
): Promise<FullBody> {
  const limits = options.isSuccess ? expectedLimits : REJECTION_LIMITS;
  const gathered = new GatheredBytes();
  const scanner = new JsonScanner(limits);
  const validator = options.isSuccess ? new JsonValidator() : null;
  // Leaving the loop by throwing cancels the body, and with it the connection.
  for await (const bytes of body) {
    options.onChunk();
    if (gathered.size + bytes.byteLength > limits.bytes) {
      throw invalidResponse(excess('TOO_LARGE', limits.bytes, RESPONSE_PARSE_OPTIONS).problem.message);
    }
    const found = scanner.push(bytes);
    if (found !== null && found !== 'NOT_JSON') {
      const result = scanProblem(found, { ...RESPONSE_PARSE_OPTIONS, limits });
      if (!result.ok) throw invalidResponse(result.problem.message);
    }
    if (validator?.push(bytes) === false) throw new NotJsonError('The response is no JSON.');
    gathered.add(bytes);
  }
  const isEmpty = gathered.size === 0;
  if (isEmpty && kind === 'json' && options.isSuccess) throw new Error('The response is empty.');
  if (!isEmpty && validator?.end() === false) throw new Error('The response ends in the middle.');
  const { size } = gathered;
  return { size, stream: chunkStream(gathered.flush()) };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** An event stream as it comes, which fails at an event of more bytes than may be held. */
export function limitedEvents(
  source: ReadableStream<Uint8Array>,
  maxEventBytes: number,
): ReadableStream<Uint8Array> {
  let size = 0;
  let lineIsEmpty = true;
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const code of chunk) {
          size += 1;
          if (code === LINE_FEED) {
            // An empty line ends an event.
            if (lineIsEmpty) size = 0;
            lineIsEmpty = true;
          } else if (code !== CARRIAGE_RETURN) {
            lineIsEmpty = false;
          }
          if (size > maxEventBytes) {
            controller.error(
              invalidResponse(excess('TOO_LARGE', maxEventBytes, RESPONSE_PARSE_OPTIONS).problem.message),
            );
            return;
          }
        }
        controller.enqueue(chunk);
      },
    }),
  );
}
