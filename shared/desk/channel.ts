import { z } from 'zod';
import type { DeskRouteName } from './routes.ts';

/**
 * The channel between a page and the desktop process: a way that stays open for what is written with each key stroke, since
 * a request of its own costs a page several times what the write does. In a browser it is a WebSocket, in the desktop window
 * the bridge. What it carries is rows of the desk table, with the same checks; where there is none they are requests as ever.
 */

/** Rows that may be called over it: none has a query or a response. */
export const channelCalls = [
  'appendJournal',
  'journalSending',
  'journalAcknowledge',
  'replaceJournal',
] as const satisfies readonly DeskRouteName[];
export type ChannelCallName = (typeof channelCalls)[number];

/** Where a browser opens it. */
export const channelPath = '/desk/channel';
/** The subprotocol that is spoken on it. */
export const channelProtocol = 'patchbay.desk.1';
/** A browser sets no headers of a WebSocket but this list: the bearer goes with it as a second name. */
export const channelBearerPrefix = 'patchbay.bearer.';

export const CHANNEL_LIMITS = {
  /** UTF-16 units of a message that a page sends; what is larger goes as a request. */
  characters: 256 * 1024,
  /** Bytes of a message that the desktop process takes: the same in UTF-8, whatever the characters. */
  bytes: 3 * 256 * 1024,
  /** Calls of one page without an answer. */
  inFlight: 16,
  /** Calls of one page in a second; a keyboard that repeats makes thirty. */
  perSecond: 2000,
  /** Pages at once. */
  pages: 128,
  /** Milliseconds; a message that takes longer than twice as long to come ends its channel. */
  incompleteMs: 15_000,
} as const;

const Id = z.string().min(1).max(200);

/** One message of the page. */
export const ChannelCall = z.object({
  /** Chosen by the page; its answer has the same. */
  id: z.int().min(0),
  call: z.enum(channelCalls),
  params: z.object({ connectionId: Id, projectId: Id }),
  /** Checked by the schema of the row. */
  body: z.unknown(),
});
export type ChannelCall = z.infer<typeof ChannelCall>;

/** The answer to one call. It comes when the call has had its effect: of a write, when it is on disk. */
export const ChannelResponse = z.object({
  /** Null when the message could not be read at all. */
  id: z.int().nullable(),
  /** As of a response of HTTP: 204, or a refusal. */
  status: z.int(),
  /** Of a refusal, as its response has it. */
  body: z.unknown().optional(),
});
export type ChannelResponse = z.infer<typeof ChannelResponse>;
