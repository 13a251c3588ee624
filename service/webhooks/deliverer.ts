import type { ServiceContext } from '#service/context.ts';
import { isPrivateAddressError, type Resolve } from '#service/nodes/ai/public-fetch.ts';
import { transaction } from '#service/storage/database.ts';
import { postSigned } from './post.ts';
import {
  claimPending,
  deleteDeliveriesBefore,
  hasPending,
  recordAttempt,
  type PendingDelivery,
} from './rows.ts';
import { signatureHeaders } from './webhooks.ts';

/** Makes the calls that are written down, at least once each and always under one id. */
export interface Deliverer {
  close(): Promise<void>;
}

type Context = Pick<ServiceContext, 'db' | 'now' | 'config' | 'coordination' | 'log'>;

const CHECK_MS = 1000;
const TIMEOUT_MS = 15_000;
const MAX_CONCURRENT = 8;
/** Seconds until the next attempt after each that failed; after the last one it is given up, a day and a half later. */
const BACKOFF = [5, 20, 80, 320, 1280, 5120, 21_600, 21_600, 21_600, 21_600, 21_600];
const KEEP_DAYS = 30;

/** When a delivery is tried again that has failed so often. @returns null: no more */
function nextAttempt(attempts: number, timestamp: number): string | null {
  const seconds = BACKOFF[attempts - 1];
  return seconds === undefined ? null : new Date(timestamp + seconds * 1000).toISOString();
}

export function startDeliverer(ctx: Context, { resolve }: { resolve?: Resolve } = {}): Deliverer {
  const { db, coordination } = ctx;
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  let claiming: Promise<void> | null = null;

  /** @throws what the database throws */
  async function attempt(delivery: PendingDelivery, owner: string): Promise<void> {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    let status: number | null = null;
    let problem: string | null = null;
    try {
      const { url, body, isPrivate } = delivery;
      const headers = signatureHeaders(ctx.config.dataDirectory, delivery, ctx.now());
      status = await postSigned({ url, body, headers, isPrivate, signal, ...(resolve && { resolve }) });
      if (status < 200 || status > 299) problem = `It answered ${status}.`;
    } catch (error) {
      // What was not tried to its end is tried again by whoever comes next.
      if (stop.signal.aborted) return;
      problem = describe(error);
    }
    const timestamp = ctx.now();
    const nextAt = problem === null ? null : nextAttempt(delivery.attempts + 1, timestamp);
    await recordAttempt(db, delivery.id, owner, {
      status,
      problem,
      nextAt,
      at: new Date(timestamp).toISOString(),
    });
  }

  async function claim(): Promise<void> {
    if (running.size >= MAX_CONCURRENT) return;
    const owner = coordination.processName;
    const at = new Date(ctx.now()).toISOString();
    if (!(await hasPending(db, at))) return;
    const pending = await transaction(db, async () => {
      const live = await coordination.liveProcesses();
      return await claimPending(db, { owner, live, at, limit: MAX_CONCURRENT });
    });
    for (const delivery of pending) {
      // Of a service that is alone all that is not under way here is nobody's.
      if (running.has(delivery.id)) continue;
      const work = attempt(delivery, owner)
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'the outcome of a webhook was not written'))
        .finally(() => running.delete(delivery.id));
      running.set(delivery.id, work);
    }
  }

  const check = (): void => {
    claiming ??= claim()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'webhooks could not be looked at'))
      .finally(() => {
        claiming = null;
      });
  };
  const checking = setInterval(check, CHECK_MS).unref();
  check();
  return {
    async close() {
      clearInterval(checking);
      stop.abort();
      await claiming;
      await Promise.all(running.values());
    },
  };
}

/** What the log says: nothing of what the other side wrote. */
function describe(error: unknown): string {
  if (isPrivateAddressError(error))
    return 'The address lies inside a private network. Add the webhook with --private where that is meant.';
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError') return 'It did not answer within 15 seconds.';
  return `It could not be reached (${code ?? message ?? 'unknown'}).`.slice(0, 300);
}

/** Forgets deliveries that are over. */
export const removeOldDeliveries = ({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<void> =>
  deleteDeliveriesBefore(db, new Date(now() - KEEP_DAYS * 86_400_000).toISOString());
