import type { z } from 'zod';
import type { PathParams } from '#shared/api/index.ts';
import { deskRoutes, type DeskRouteName, type DeskRoutes } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { readJson } from './read-body.ts';

/** Dispatch by the table of `shared/desk/routes.ts`: a route without a handler does not compile. */

const BODY_LIMIT = 64 * 1024 * 1024;

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

export interface DeskCall<Name extends DeskRouteName> {
  params: PathParams<DeskRoutes[Name]['path']>;
  query: OutputOf<DeskRoutes[Name]['query']>;
  body: OutputOf<DeskRoutes[Name]['body']>;
  request: Request;
}

type AnswerOf<Name extends DeskRouteName> = DeskRoutes[Name]['response'] extends z.ZodType
  ? z.input<DeskRoutes[Name]['response']>
  : void;

/** One handler a row; a row without a response answers 204. */
export type DeskHandlers = {
  [Name in DeskRouteName]: (call: DeskCall<Name>) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
};

interface CompiledRoute {
  name: DeskRouteName;
  method: string;
  pattern: RegExp;
  names: string[];
}

const compiled: CompiledRoute[] = Object.entries(deskRoutes)
  .map(([name, row]) => ({
    name: name as DeskRouteName,
    method: row.method,
    names: [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
    pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
    parameters: row.path.split('{').length,
  }))
  // Fewer parameters first: /desk/connections/test before /desk/connections/{connectionId}.
  .sort((a, b) => a.parameters - b.parameters);

/** @throws DeskError `INVALID_REQUEST` with the schema's sentence. */
export function parseDesk<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'The request is not valid.';
  throw new DeskError('INVALID_REQUEST', message, { details: { field: place } });
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

  const match = route.pattern.exec(url.pathname);
  const params: Record<string, string> = {};
  route.names.forEach((name, index) => {
    try {
      params[name] = decodeURIComponent(match?.[index + 1] ?? '');
    } catch (error) {
      throw new DeskError('NOT_FOUND', 'There is nothing at this address.', { cause: error });
    }
  });

  const row = deskRoutes[route.name];
  const query: unknown = row.query
    ? parseDesk<unknown>(row.query, Object.fromEntries(url.searchParams))
    : undefined;
  const body: unknown = row.body
    ? parseDesk<unknown>(row.body, await readJson(request, BODY_LIMIT))
    : undefined;
  // The row that parsed these values is the row the handler is typed by.
  const handler = handlers[route.name] as (call: unknown) => unknown;
  const answer = await handler({ params, query, body, request });
  if (!row.response) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}
