import { isIP } from 'node:net';
import {
  ADMINISTRATION_PREFIX,
  administrationRows,
  type AdministrationRowName,
  type AdministrationRows,
} from '#shared/administration/rows.ts';
import type { Scope } from '#shared/api/index.ts';
import type { z } from 'zod';
import { Problem } from '#service/problems/problem.ts';
import { readJson } from '#service/http/read-body.ts';
import { jsonReply, type Reply } from '#service/http/respond.ts';
import { rejectUnstorable } from '#service/http/validate.ts';
import type { AdministrationSecret } from './secret.ts';

/**
 * What is asked beside the API. Rows without a scope are open to the process that has the secret of this start, on this
 * computer, and to no page: never to an account's key, never to a browser. Rows with one are open to a key of an account that
 * has it, from wherever the API is.
 */

/** Who asks with the key of an account. */
export interface AccountCaller {
  accountId: string;
  keyId: string;
  /** Null of a key of nobody in particular. */
  personId: string | null;
  /** Why the key may be used no more, asked again while a response goes on; null while it may. */
  rejection(): Promise<string | null>;
  /** @throws Problem where the key has ended while a body came */
  recheck(): Promise<void>;
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A call; one that a key of an account opened says whose it is. */
export type AdministrationCall<Name extends AdministrationRowName> = {
  params: Readonly<Record<string, string>>;
  body: OutputOf<AdministrationRows[Name]['body']>;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
} & (AdministrationRows[Name]['scope'] extends null ? unknown : { caller: AccountCaller });

type ResponseOf<Name extends AdministrationRowName> = AdministrationRows[Name]['isStream'] extends true
  ? Response
  : AdministrationRows[Name]['response'] extends z.ZodType
    ? z.input<AdministrationRows[Name]['response']>
    : void;

/** One handler a row. */
export type AdministrationHandlers = {
  [Name in AdministrationRowName]: (
    call: AdministrationCall<Name>,
  ) => ResponseOf<Name> | Promise<ResponseOf<Name>>;
};

export interface Administration {
  matches(path: string): boolean;
  /**
   * @param ip where the request came from.
   * @param authenticate whose key it came with. @throws Problem where that lacks the scope
   * @throws Problem
   */
  respond(
    request: Request,
    url: URL,
    ip: string,
    authenticate: (scope: Scope) => Promise<AccountCaller>,
  ): Promise<Reply | Response>;
}

interface CompiledRow {
  name: AdministrationRowName;
  method: string;
  pattern: RegExp;
  params: string[];
  body: z.ZodType | null;
  hasResponse: boolean;
  scope: Scope | null;
}

const compiled: CompiledRow[] = Object.entries(administrationRows).map(([name, row]) => ({
  name: name as AdministrationRowName,
  method: row.method,
  pattern: new RegExp(`^${ADMINISTRATION_PREFIX}${row.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  params: [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
  body: row.body,
  hasResponse: row.response !== null,
  scope: row.scope,
}));

/** Headers that browsers and proxies add: what carries one did not come straight from the desktop process. */
const FOREIGN_HEADERS = ['origin', 'sec-fetch-site', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

const isLoopback = (ip: string): boolean => {
  const ipv4Address = ip.replace(/^::ffff:/i, '');
  return ipv4Address === '::1' || (isIP(ipv4Address) === 4 && ipv4Address.startsWith('127.'));
};

const routeNotFound = (path: string) =>
  Problem.of('ROUTE_NOT_FOUND', 'There is no such path in this API.', { path: path.slice(0, 200) });

export function createAdministration(
  secret: AdministrationSecret,
  handlers: AdministrationHandlers,
): Administration {
  /** @throws Problem to anybody but the owner of the data folder: there is nothing here, whatever they know */
  function requireOwner(request: Request, path: string, ip: string): null {
    if (!isLoopback(ip) || FOREIGN_HEADERS.some((name) => request.headers.has(name))) {
      throw routeNotFound(path);
    }
    const bearerToken = /^Bearer +(\S{1,200}) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (bearerToken === undefined || !secret.matches(bearerToken)) {
      throw Problem.of('UNAUTHORIZED', 'This is not the secret of this service.');
    }
    return null;
  }

  return {
    matches: (path) => path.startsWith(`${ADMINISTRATION_PREFIX}/`),
    async respond(request, url, ip, authenticate) {
      const onPath = compiled.filter(({ pattern }) => pattern.test(url.pathname));
      const row = onPath.find(({ method }) => method === request.method);
      const scope = row?.scope ?? onPath[0]?.scope ?? null;
      const caller = scope === null ? requireOwner(request, url.pathname, ip) : await authenticate(scope);
      if (onPath.length === 0) throw routeNotFound(url.pathname);
      if (!row) {
        const allowed = onPath.map(({ method }) => method);
        throw Problem.of('METHOD_NOT_ALLOWED', `This path answers ${allowed.join(', ')}.`, { allowed });
      }
      const body = row.body ? parsed(row.body, await readJson(request)) : undefined;
      if (row.body) await caller?.recheck();
      // The row that reads this body is the row that the handler is typed by.
      const handler = handlers[row.name] as (call: AdministrationCall<AdministrationRowName>) => unknown;
      const response = await handler({
        params: paramsOf(row, url.pathname),
        body: body as never,
        caller: caller as never,
        signal: request.signal,
      });
      if (response instanceof Response) return response;
      const headers = { 'cache-control': 'no-store' };
      return row.hasResponse
        ? jsonReply(200, JSON.stringify(response), headers)
        : { status: 204, body: null, headers };
    },
  };
}

/** @throws Problem SETTING_INVALID with the schema's own sentence. */
function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw Problem.of('SETTING_INVALID', issue?.message ?? 'The request is not valid.', {
      field: issue?.path.join('.') ?? '',
    });
  }
  if (typeof result.data === 'object' && result.data !== null) rejectUnstorable(result.data, 'body');
  return result.data;
}

function paramsOf({ pattern, params }: CompiledRow, path: string): Record<string, string> {
  const match = pattern.exec(path);
  return Object.fromEntries(
    params.map((name, index) => {
      try {
        return [name, decodeURIComponent(match?.[index + 1] ?? '')];
      } catch {
        throw routeNotFound(path);
      }
    }),
  );
}
