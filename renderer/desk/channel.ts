import {
  CHANNEL_LIMITS,
  ChannelResponse,
  channelBearerPrefix,
  channelCalls,
  channelPath,
  channelProtocol,
  type ChannelCall,
  type ChannelCallName,
} from '#shared/desk/index.ts';
import { noteHostState } from './host-state.ts';
import { readEvent } from './read-response.ts';
import { sessionBearer } from './transport.ts';

/**
 * The page's side of the channel. It is opened when it is wanted for the first time, and that call goes as a request, as all
 * do while it is not open: after a cut, in a host that has none, in a browser that lets no page have one.
 */

export type Answer = Pick<ChannelResponse, 'status' | 'body'>;

/** What an open channel can do. */
interface Wire {
  send(message: string): void;
  close(): void;
}

interface WireEvents {
  connected(): void;
  received(message: string): void;
  /** It never opened, or is open no more; may be said twice. Nothing else comes after this. */
  ended(): void;
}

/** How long it takes until the next attempt to open it, first and at most. Milliseconds. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** Calls of a page that may be without an answer; the desktop process takes more. */
const MAX_IN_FLIGHT = CHANNEL_LIMITS.inFlight / 2;

/** In a browser tab: a WebSocket to the host that the page came from. */
function openSocket(bearer: string, on: WireEvents): Wire {
  const socket = new WebSocket(channelPath, [channelProtocol, `${channelBearerPrefix}${bearer}`]);
  socket.addEventListener('open', () => on.connected());
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') on.received(data);
  });
  // One that a policy forbids is never said to be closed.
  for (const end of ['error', 'close'] as const) socket.addEventListener(end, () => on.ended());
  return { send: (message) => socket.send(message), close: () => socket.close() };
}

/** Calls by a channel, answered in any order. */
class Channel {
  readonly #wire: Wire;
  readonly #pending = new Map<number, (answer: Answer | null) => void>();
  #nextId = 0;
  #state: 'opening' | 'open' | 'ended' = 'opening';

  constructor(open: (on: WireEvents) => Wire, on: { connected(): void; ended(): void }) {
    this.#wire = open({
      connected: () => {
        this.#state = 'open';
        on.connected();
      },
      received: (message) => this.#received(message),
      ended: () => {
        if (this.#state === 'ended') return;
        this.#state = 'ended';
        const cut = [...this.#pending.values()];
        this.#pending.clear();
        on.ended();
        for (const answer of cut) answer(null);
      },
    });
  }

  get isReady(): boolean {
    return this.#state === 'open' && this.#pending.size < MAX_IN_FLIGHT;
  }

  /** @returns null when it cannot be sent by this; of a promise, when it was cut off before the answer came. */
  call(call: Omit<ChannelCall, 'id'>): Promise<Answer | null> | null {
    const id = this.#nextId;
    const message = JSON.stringify({ id, ...call });
    if (message.length > CHANNEL_LIMITS.characters) return null;
    this.#nextId += 1;
    this.#wire.send(message);
    return new Promise((resolve) => void this.#pending.set(id, resolve));
  }

  close(): void {
    this.#wire.close();
  }

  #received(message: string): void {
    const answer = readEvent(ChannelResponse, message);
    // What was not understood says so without a number, and ends the channel.
    if (answer === null || answer.id === null) return this.#wire.close();
    const resolve = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    noteHostState('connected');
    resolve?.(answer);
  }
}

/** The way of one session. */
interface SessionChannel {
  bearer: string;
  channel: Channel | null;
  /** No attempt before then, by the page's clock. */
  notBefore: number;
  /** How long to wait when the next attempt fails, too. Milliseconds. */
  waitMs: number;
}

let currentSession: SessionChannel | null = null;

function sessionFor(bearer: string): SessionChannel {
  if (currentSession?.bearer === bearer) return currentSession;
  currentSession?.channel?.close();
  currentSession = { bearer, channel: null, notBefore: 0, waitMs: FIRST_WAIT_MS };
  return currentSession;
}

/** The channel of this session, opened if there is none; null when there is none to be had now. */
function channelOf(bearer: string): Channel | null {
  const session = sessionFor(bearer);
  if (session.channel !== null || performance.now() < session.notBefore) return session.channel;
  const onClose = (): void => {
    session.channel = null;
    session.notBefore = performance.now() + session.waitMs;
    session.waitMs = Math.min(2 * session.waitMs, MAX_WAIT_MS);
  };
  const onOpen = (): void => {
    session.waitMs = FIRST_WAIT_MS;
  };
  try {
    session.channel = new Channel((on) => openSocket(bearer, on), { connected: onOpen, ended: onClose });
  } catch {
    onClose();
  }
  return session.channel;
}

/** In the desktop window the bridge is there always. */
async function callBridge(
  bridge: NonNullable<typeof window.patchbay>,
  call: Omit<ChannelCall, 'id'>,
): Promise<Answer | null> {
  const message = JSON.stringify({ id: 0, ...call });
  if (message.length > CHANNEL_LIMITS.characters) return null;
  return readEvent(ChannelResponse, await bridge.callDesk(message).catch(() => ''));
}

export const isChannelCall = (name: string): name is ChannelCallName =>
  (channelCalls as readonly string[]).includes(name);

/**
 * Makes a call by the channel.
 * @returns the answer; null when it has to be a request: there is no channel now, the call is too large for it, or it was
 *   cut off before the answer came, and then the call may have had its effect.
 */
export async function callByChannel(call: Omit<ChannelCall, 'id'>): Promise<Answer | null> {
  const bridge = globalThis.window?.patchbay;
  if (bridge) return callBridge(bridge, call);
  const bearer = sessionBearer();
  if (bearer === null) return null;
  const channel = channelOf(bearer);
  return channel?.isReady === true ? channel.call(call) : null;
}
