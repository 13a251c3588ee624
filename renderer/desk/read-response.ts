import type { z } from 'zod';
import { ApiError, DESK_LIMITS, readResponseJson } from '#shared/api/index.ts';
import { DEFAULT_LIMITS, parseJson, validate } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.desk.readResponse;

/** What the page reads of responses and events: within limits, and by a schema. */

/**
 * The body of a successful response of the desktop process.
 * @throws ApiError when it is not what the schema says, cut off or too large.
 */
export async function readResponse<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  const parsed = validate(schema, await readResponseJson(response, DESK_LIMITS));
  if (parsed.ok) return parsed.value;
  throw new ApiError({
    status: response.status,
    code: 'UNEXPECTED_RESPONSE',
    message: t.pageAppBehindDifferent,
  });
}

/** Characters of one event; a stream as a whole has no end that one could name. */
export const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

/**
 * The data of one event by its schema; null when it is none of these. An event of a newer program is no error: it is
 * simply not for this page.
 */
export function readEvent<S extends z.ZodType>(schema: S, data: string): z.output<S> | null {
  const json = parseJson(data, {
    limits: { ...DEFAULT_LIMITS, bytes: MAX_EVENT_CHARACTERS * 3, values: 200_000 },
    label: t.theEvent,
    hint: '',
  });
  if (!json.ok) return null;
  const parsed = validate(schema, json.value);
  return parsed.ok ? parsed.value : null;
}
