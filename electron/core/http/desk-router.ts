import type { z } from 'zod';
import type { PathParams } from '#shared/api/index.ts';
import {
  deskRoutes,
  deskStreamRoutes,
  type ChannelCall,
  type ChannelCallName,
  type DeskRouteName,
  type DeskRoutes,
  type DeskStreamRouteName,
  type DeskStreamRoutes,
} from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { validate, validateInSlices, type Validated } from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';
import { runInSlices } from '../slices.ts';
import { readJson } from './read-body.ts';

/** Dispatch by the tables of `shared/desk`: a route without a handler does not compile. */

const BODY_LIMIT = 64 * 1024 * 1024;

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

export type DeskCall<Name extends DeskRouteName> = {
  params: PathParams<DeskRoutes[Name]['path']>;
  query: OutputOf<DeskRoutes[Name]['query']>;
  body: OutputOf<DeskRoutes[Name]['body']>;
  // What comes over the channel is no request.
} & (Name extends ChannelCallName ? unknown : { request: Request });

/** The handler reads the body of `request` itself. */
export interface DeskStreamCall<Name extends DeskStreamRouteName> {
  params: PathParams<DeskStreamRoutes[Name]['path']>;
  query: OutputOf<DeskStreamRoutes[Name]['query']>;
  request: Request;
}

type ResponseOf<Name extends DeskRouteName> = DeskRoutes[Name]['response'] extends z.ZodType
  ? z.input<DeskRoutes[Name]['response']>
  : void;

/** One handler a row; a row of JSON without a response answers 204. */
export type DeskHandlers = {
  [Name in DeskRouteName]: (call: DeskCall<Name>) => ResponseOf<Name> | Promise<ResponseOf<Name>>;
} & {
  [Name in DeskStreamRouteName]: (call: DeskStreamCall<Name>) => Response | Promise<Response>;
};

interface CompiledRoute {
  name: DeskRouteName | DeskStreamRouteName;
  method: string;
  pattern: RegExp;
  names: string[];
  query: z.ZodType | null;
  /** Of a row that speaks JSON; null where request or response is a stream. */
  json: { body: z.ZodType | null; response: z.ZodType | null } | null;
}

type Row = { method: string; path: string; query: z.ZodType | null };

const compile = (name: CompiledRoute['name'], { method, path, query }: Row): Omit<CompiledRoute, 'json'> => ({
  name,
  method,
  query,
  names: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
});

const compiled: CompiledRoute[] = [
  ...Object.entries(deskRoutes).map(([name, row]) => ({ ...compile(name as DeskRouteName, row), json: row })),
  ...Object.entries(deskStreamRoutes).map(([name, row]) => ({
    ...compile(name as DeskStreamRouteName, row),
    json: null,
  })),
]
  // Fewer parameters first: /desk/connections/test before /desk/connections/{connectionId}.
  .sort((a, b) => a.names.length - b.names.length);

/**
 * Counts are checked before entries, and other requests have their turn while a large body is checked.
 * @throws DeskError `INVALID_REQUEST` with the schema's sentence.
 */
async function parseDesk<T>(schema: z.ZodType<T>, value: unknown): Promise<T> {
  return outcomeOf(await runInSlices(validateInSlices(schema, value)));
}

/** @throws DeskError `INVALID_REQUEST` with the schema's sentence. */
function outcomeOf<T>(result: Validated<T>): T {
  if (result.ok) return result.value;
  const [issue] = result.issues;
  const fieldPath = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'The request is not valid.';
  throw new DeskError('INVALID_REQUEST', message, { details: { field: fieldPath } });
}

/**
 * Answers one request to `/desk/...` that a row of the table describes.
 * @throws DeskError `NOT_FOUND` for a path, `NOT_ALLOWED` for a method that no row has.
 */
export async function dispatchDesk(handlers: DeskHandlers, request: Request, url: URL): Promise<Response> {
  const onPath = compiled.filter((route) => route.pattern.test(url.pathname));
  if (onPath.length === 0) throw new DeskError('NOT_FOUND', 'There is nothing at this address.');
  const route = onPath.find((candidate) => candidate.method === request.method);
  if (!route)
    throw new DeskError('NOT_ALLOWED', 'This address does not answer that method.', { status: 405 });

  const params = paramsOf(route, url.pathname);
  const query: unknown = route.query
    ? outcomeOf<unknown>(validate(route.query, Object.fromEntries(url.searchParams)))
    : undefined;
  // The row that parses these values is the row that the handler is typed by.
  const handler = handlers[route.name] as (call: unknown) => unknown;
  if (route.json === null) return (await handler({ params, query, request })) as Response;
  const body: unknown = route.json.body
    ? await parseDesk<unknown>(route.json.body, await readJson(request, BODY_LIMIT))
    : undefined;
  const response = await handler({ params, query, body, request });
  if (!route.json.response) {
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  }
  return Response.json(response, { headers: { 'cache-control': 'no-store' } });
}

/**
 * Answers calls of the channel. Those of one project reach their handlers in the order they came, also where the body of
 * an earlier one takes long to check.
 * @returns what throws DeskError `INVALID_REQUEST` for a body that the row does not have
 */
export function createCallDispatch(handlers: DeskHandlers): (call: ChannelCall) => Promise<void> {
  /** The end of the last check of each project. */
  const checking = new Map<string, Promise<unknown>>();
  return async ({ call, params, body }) => {
    const key = joinKey(params.connectionId, params.projectId);
    const before = checking.get(key);
    const checked = (async () => {
      await before;
      return parseDesk<unknown>(deskRoutes[call].body, body);
    })();
    const over = checked.catch(() => undefined);
    checking.set(key, over);
    void over.then(() => checking.get(key) === over && checking.delete(key));
    const parsed = await checked;
    await (handlers[call] as (call: unknown) => unknown)({ params, query: undefined, body: parsed });
  };
}

/** @throws DeskError `NOT_FOUND` for a parameter that is not percent-encoded text. */
function paramsOf(route: CompiledRoute, pathname: string): Record<string, string> {
  const match = route.pattern.exec(pathname);
  const params: Record<string, string> = {};
  route.names.forEach((name, index) => {
    try {
      params[name] = decodeURIComponent(match?.[index + 1] ?? '');
    } catch (error) {
      throw new DeskError('NOT_FOUND', 'There is nothing at this address.', { cause: error });
    }
  });
  return params;
}
