import { readJson, type ByteSource, type ReadingLimits } from '../reading/index.ts';
import { ApiError } from './api-error.ts';

/** The part of a Response that is read. */
export interface ResponseBody {
  status: number;
  body: ByteSource | null;
}

/** Of what the own desktop process answers, which may hold any document. */
export const DESK_LIMITS: ReadingLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 200,
  values: 3_000_000,
  items: 500_000,
  keys: 100_000,
};

/**
 * Reads the JSON of a response, within limits; undefined when it is no JSON, which is for the caller to explain.
 * @throws ApiError `RESPONSE_CUT` when the bytes end before the response does, `RESPONSE_TOO_LARGE` when it is more than is
 * read; an abort stays what it is.
 */
export async function readResponseJson(
  { status, body }: ResponseBody,
  limits: ReadingLimits,
): Promise<unknown> {
  const result = await readJson(body, {
    limits,
    label: 'The response of the service',
    hint: 'Tell whoever runs the service.',
  });
  if (result.ok) return result.value;
  const { code, message, cause } = result.problem;
  switch (code) {
    case 'EMPTY':
    case 'NOT_JSON':
    case 'NOT_UTF8':
      return undefined;
    case 'ABORTED':
      throw cause;
    case 'CUT_OFF':
      throw new ApiError({
        status,
        code: 'RESPONSE_CUT',
        message: 'The response was cut off on the way. Try again.',
      });
    default:
      throw new ApiError({ status, code: 'RESPONSE_TOO_LARGE', message });
  }
}
