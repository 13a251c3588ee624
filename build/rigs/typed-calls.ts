import type { Core } from '#core/core.ts';
import {
  API_PREFIX,
  buildRequest,
  type AnyEndpoint,
  type CallArgs,
  type ResultOf,
} from '#shared/api/index.ts';
import { deskRoutes, type DeskRouteName } from '#shared/desk/index.ts';
import { fillPath, type callDesk, type DeskArgs } from '#renderer/desk/desk.ts';

/** A response as it came. */
export interface RawResponse {
  status: number;
  text: string;
}

/** Sends one request; `body` is JSON text, or null. */
export type SendText = (method: string, path: string, body: string | null) => Promise<RawResponse>;

type DeskResult<Name extends DeskRouteName> = Awaited<ReturnType<typeof callDesk<Name>>>;

/**
 * Calls of the API on the connection `local` and of the desk, with bodies and responses of the tables of both: no rig
 * writes their fields down a second time.
 * @param send transport of one request.
 * @param rejectionOf the error to be thrown for a response that is no success.
 */
export function createTypedCalls(send: SendText, rejectionOf: (response: RawResponse) => Error) {
  const read = async (method: string, path: string, body: string | null): Promise<unknown> => {
    const response = await send(method, path, body);
    if (response.status < 200 || response.status > 299) throw rejectionOf(response);
    return response.text === '' ? undefined : JSON.parse(response.text);
  };
  return {
    /** @throws ZodError for a success whose body is not what the endpoint says. */
    api: async <E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>): Promise<ResultOf<E>> => {
      const { method, path, body } = buildRequest(endpoint, args);
      const json = await read(method, path.replace(API_PREFIX, '/api/local/v1'), body);
      return endpoint.response?.parse(json) as ResultOf<E>;
    },
    /** @throws ZodError for a success whose body is not what the route says. */
    desk: async <Name extends DeskRouteName>(name: Name, args: DeskArgs<Name>): Promise<DeskResult<Name>> => {
      const { method, path, body, response } = deskRoutes[name];
      const filled = fillPath(path, args.params ?? {});
      const search = new URLSearchParams(args.query).toString();
      const text = body === null ? null : JSON.stringify(args.body);
      const json = await read(method, search === '' ? filled : `${filled}?${search}`, text);
      return response?.parse(json) as DeskResult<Name>;
    },
  };
}

export type TypedCalls = ReturnType<typeof createTypedCalls>;

/** Calls of a core in this process; what it refuses is an error with its text. */
export const callsOfCore = (core: Core): TypedCalls =>
  createTypedCalls(
    async (method, path, body) => {
      const response = await core.fetch(
        new Request(`http://app.test${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === null ? {} : { body }),
        }),
      );
      return { status: response.status, text: await response.text() };
    },
    ({ status, text }) => new Error(`${status} ${text}`),
  );
