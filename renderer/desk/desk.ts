import type { z } from 'zod';
import { readApiError } from '#shared/api/index.ts';
import { deskRoutes, type ChannelCallName, type DeskRouteName, type DeskRoutes } from '#shared/desk/index.ts';
import { callByChannel, isChannelCall, type Answer } from './channel.ts';
import { readResponse } from './read-response.ts';
import { deskFetch } from './transport.ts';

type QueryOf<R> = R extends { query: infer Q }
  ? Q extends z.ZodType
    ? { query: z.input<Q> }
    : { query?: undefined }
  : never;
type BodyOf<R> = R extends { body: infer B }
  ? B extends z.ZodType
    ? { body: z.input<B> }
    : { body?: undefined }
  : never;
type ResponseOf<R> = R extends { response: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : undefined
  : never;

export type DeskArgs<Name extends DeskRouteName> = QueryOf<DeskRoutes[Name]> &
  BodyOf<DeskRoutes[Name]> & {
    /** Values of the path's `{parameters}`. */
    params?: Record<string, string>;
    signal?: AbortSignal;
    /** Lets the request outlive the page: for what is sent while it closes. */
    keepalive?: boolean;
  };

/** Puts values, encoded, in the place of the `{parameters}` of a path. @throws Error when one is missing or empty. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`The route ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });

/**
 * Calls one row of the desk table: `callDesk('listRuns', { query: { connectionId } })`.
 * @throws ApiError for any response that is not a success, HostUnreachable when none came.
 */
export async function callDesk<Name extends DeskRouteName>(
  name: Name,
  args: DeskArgs<Name>,
): Promise<ResponseOf<DeskRoutes[Name]>> {
  const route = deskRoutes[name];
  if (isChannelCall(name)) {
    const answer = await callByChannel(channelCallOf(name, args));
    if (answer !== null) return settled(answer) as Promise<ResponseOf<DeskRoutes[Name]>>;
  }
  const request: { query?: Record<string, string | undefined>; body?: unknown } = args;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(key, value);
  }
  const search = query.size > 0 ? `?${query}` : '';
  const response = await deskFetch(`${fillPath(route.path, args.params ?? {})}${search}`, {
    method: route.method,
    headers: route.body
      ? { 'content-type': 'application/json', accept: 'application/json' }
      : { accept: 'application/json' },
    body: route.body ? JSON.stringify(request.body) : null,
    signal: args.signal ?? null,
    keepalive: args.keepalive ?? false,
  });
  if (!response.ok) throw await readApiError(response);
  if (!route.response) return undefined as ResponseOf<DeskRoutes[Name]>;
  return (await readResponse(route.response, response)) as ResponseOf<DeskRoutes[Name]>;
}

/** Every row of the channel is a row of one project, and has a body. */
const channelCallOf = (call: ChannelCallName, args: { params?: Record<string, string>; body?: unknown }) => ({
  call,
  params: { connectionId: args.params?.['connectionId'] ?? '', projectId: args.params?.['projectId'] ?? '' },
  body: args.body,
});

/** @throws ApiError for a refusal, as of a response that says the same. */
async function settled({ status, body }: Answer): Promise<undefined> {
  if (status >= 200 && status <= 299) return undefined;
  throw await readApiError(Response.json(body ?? null, { status }));
}

/** What features take as an argument, so that tests can give their own. */
export type Desk = typeof callDesk;
