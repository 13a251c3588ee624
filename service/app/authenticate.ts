import type { Scope } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { openAccount } from '#service/samples/open-account.ts';
import { findKeyTerm } from '#service/accounts/key-rows.ts';
import { findKeyBySecret, isUseStale, keyRejection, noteKeyUse } from '#service/accounts/keys.ts';
import { Problem } from '#service/problems/problem.ts';

/** Who sent a request, by its bearer key. */
export interface Authenticated {
  accountId: string;
  keyId: string;
  personId: string | null;
  /** Requests a minute over all keys of the person; null without a limit. */
  rateLimit: number | null;
  scopes: ReadonlySet<Scope>;
  /** `Database.externalWrites` when the key was looked up. */
  dataVersion: number;
  /** Why the key may be used no more, looked up anew; null while it may. */
  rejection(): Promise<string | null>;
  /** Looks at the key once more, as a body may take long to come. @throws Problem UNAUTHORIZED where it has ended meanwhile */
  recheck(): Promise<void>;
  /** True for the origins of a browser app key; a backend key allows none. */
  allowsOrigin(origin: string): boolean;
  /** Gives a new account what it begins with; returns at once for every later request. */
  open(): Promise<void> | void;
}

const rejected = (message: string) => Problem.of('UNAUTHORIZED', message);

/**
 * Reads the bearer key of a request.
 * @throws Problem UNAUTHORIZED for a key that is missing, malformed, unknown, expired or revoked; ORIGIN_NOT_ALLOWED for a browser app key
 * used from an origin that it does not name.
 */
export async function authenticate(ctx: ServiceContext, request: Request): Promise<Authenticated> {
  const header = request.headers.get('authorization');
  if (header === null) throw rejected('Send an API key: Authorization: Bearer <API_KEY>.');
  const secret = /^Bearer +(\S{1,200}) *$/i.exec(header)?.[1];
  if (!secret)
    throw rejected('The Authorization header is malformed. Send: Authorization: Bearer <API_KEY>.');
  const dataVersion = await ctx.db.externalWrites();
  const found = findKeyBySecret(ctx.db, secret, dataVersion);
  // Nearly every key was read before: there is nothing to wait for.
  const key = found instanceof Promise ? await found : found;
  const timestamp = ctx.now();
  const reason = keyRejection(key, timestamp);
  if (key === null || reason !== null) throw rejected(reason ?? '');
  const { origins, id } = key;
  if (origins !== null) {
    const origin = request.headers.get('origin');
    if (origin === null || !origins.includes(origin)) {
      throw Problem.of(
        'ORIGIN_NOT_ALLOWED',
        'This browser app key is accepted only from its registered origins.',
      );
    }
  }
  if (isUseStale(key, timestamp)) await noteKeyUse(ctx.db, key, timestamp);
  return {
    accountId: key.accountId,
    keyId: id,
    personId: key.person?.id ?? null,
    rateLimit: key.person?.rateLimit ?? null,
    scopes: key.scopes,
    dataVersion,
    rejection: async () => keyRejection(await findKeyTerm(ctx.db, id), ctx.now()),
    async recheck() {
      const present = await findKeyBySecret(ctx.db, secret, await ctx.db.externalWrites());
      const rejection = keyRejection(present, ctx.now());
      if (rejection !== null) throw rejected(rejection);
    },
    allowsOrigin: (origin) => origins?.includes(origin) ?? false,
    open: () => (key.accountReady ? undefined : openAccount(ctx, key.accountId)),
  };
}
