import { parseJson, parseJsonBytes, validate } from '#shared/reading/index.ts';
import { CHANNEL_LIMITS, ChannelCall, type ChannelResponse } from '#shared/desk/index.ts';
import { BODY_LIMITS } from './read-body.ts';

const PARSE_OPTIONS = {
  // The body of a call lies one level deeper than that of a request.
  limits: { ...BODY_LIMITS, depth: BODY_LIMITS.depth + 1, bytes: CHANNEL_LIMITS.bytes },
  label: 'The message',
  hint: 'Split it into smaller changes.',
};

/** Reads a message of the channel. @returns the answer to it when it is no call. */
export function readChannelCall(message: string | Uint8Array): ChannelCall | ChannelResponse {
  const read =
    typeof message === 'string' ? parseJson(message, PARSE_OPTIONS) : parseJsonBytes(message, PARSE_OPTIONS);
  if (!read.ok) return unreadable(read.problem.message);
  const call = validate(ChannelCall, read.value);
  return call.ok ? call.value : unreadable('The message is none that the desktop process knows.');
}

const unreadable = (message: string): ChannelResponse => ({
  id: null,
  status: 400,
  body: { error: { code: 'INVALID_REQUEST', message, details: {} } },
});
