import { matchEndpoint, type AnyEndpoint, type ResultOf } from '#shared/api/index.ts';
import {
  deskRoutes,
  type DeskRouteName,
  type DeskRoutes,
  type Transfer,
  type Upload,
} from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import type { z } from 'zod';

/** What a test's responder is given of the request. */
export interface SeenRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

interface Seen extends SeenRequest {
  /** `projects.list`, or the name of a desk route. */
  name: string;
}

/** A failure in the API's own shape. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  constructor(status: number, code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.details = details;
    this.status = status;
    this.code = code;
  }
}

type Responder<T> = (request: SeenRequest) => T | Promise<T>;
type DeskResponse<Name extends DeskRouteName> = DeskRoutes[Name]['response'] extends z.ZodType
  ? z.output<DeskRoutes[Name]['response']>
  : undefined;

/** Rejects, as the platform does, when whoever asked has given up. */
const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new DOMException('The request was given up.', 'AbortError')),
    );
  });

/**
 * Stands in for the desktop process within a component test: `fetch` is answered by what the test gives for a row of
 * the endpoint table or the desk table, typed by that row; any other request fails the test's page loudly.
 */
export function standInForDesk() {
  const seen: Seen[] = [];
  const api = new Map<string, Responder<unknown>>();
  // A person's preferences are always there, those of a first start; and no agent asks anything.
  const desk = new Map<DeskRouteName, Responder<unknown>>([
    ['getSettings', () => settingsWith()],
    ['getTeamStatus', () => ({ isShared: false, pending: 0 })],
    ['listAgentQuestions', () => ({ questions: [] })],
  ]);
  const streams = new Map<string, (request: SeenRequest) => Response>();
  const bytes = new Map<string, () => Response>();
  const original = window.fetch;

  const respond = async (name: string, responder: Responder<unknown> | undefined, request: SeenRequest) => {
    seen.push({ name, ...request });
    if (!responder) throw new TypeError(`The test gives no response for ${name}.`);
    try {
      const value = await responder(request);
      return value === undefined ? new Response(null, { status: 204 }) : Response.json(value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message, details, status } = error;
      return Response.json({ error: { code, message, details } }, { status });
    }
  };

  // The routes beside the tables, whose body is a file.
  const files: { '/desk/uploads': Responder<Upload> | null; '/desk/imports': Responder<Transfer> | null } = {
    '/desk/uploads': null,
    '/desk/imports': null,
  };

  window.fetch = async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init);
    const url = new URL(request.url);
    const takes =
      url.pathname === '/desk/uploads' || url.pathname === '/desk/imports' ? files[url.pathname] : null;
    if (request.method === 'POST' && takes) {
      const body = await request.arrayBuffer();
      const seenRequest = { query: url.searchParams, body, headers: request.headers, params: {} };
      seen.push({
        name: url.pathname === '/desk/uploads' ? 'uploads.start' : 'imports.start',
        ...seenRequest,
      });
      return Response.json(await takes(seenRequest), { status: 201 });
    }
    const raw = bytes.get(url.pathname);
    if (raw) return raw();
    const text = await request.text();
    const common = {
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    };
    const below = /^\/api\/[^/]+\/v1(\/.*)$/.exec(url.pathname)?.[1];
    if (below) {
      const { found } = matchEndpoint(request.method, below);
      if (!found) throw new TypeError(`${request.method} ${below} is not in the endpoint table.`);
      const stream = streams.get(found.endpoint.id);
      const seenRequest = { ...common, params: found.params };
      if (stream) {
        seen.push({ name: found.endpoint.id, ...seenRequest });
        return stream(seenRequest);
      }
      const answered = respond(found.endpoint.id, api.get(found.endpoint.id), seenRequest);
      return Promise.race([answered, givenUp(request.signal)]);
    }
    for (const name of Object.keys(deskRoutes) as DeskRouteName[]) {
      const { method, path } = deskRoutes[name];
      const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
      const match = pattern.exec(url.pathname);
      if (method !== request.method || !match) continue;
      return respond(name, desk.get(name), { ...common, params: { ...match.groups } });
    }
    return original(input, init);
  };

  return {
    /** Every request answered so far, in order. */
    seen,
    calls: (name: string) => seen.filter((request) => request.name === name),
    api<E extends AnyEndpoint>(endpoint: E, responder: Responder<ResultOf<E>>) {
      api.set(endpoint.id, responder);
    },
    /** Answers an event stream with a response of the test's own. */
    stream(endpoint: AnyEndpoint, responder: (request: SeenRequest) => Response) {
      streams.set(endpoint.id, responder);
    },
    desk<Name extends DeskRouteName>(name: Name, responder: Responder<DeskResponse<Name>>) {
      desk.set(name, responder);
    },
    /** Answers a path of the core whose response is a stream of bytes. */
    bytes(path: string, responder: () => Response) {
      bytes.set(path, responder);
    },
    /** Answers a file that is handed over. */
    upload(responder: Responder<Upload>) {
      files['/desk/uploads'] = responder;
    },
    /** Answers a project file that is handed over. */
    projectFile(responder: Responder<Transfer>) {
      files['/desk/imports'] = responder;
    },
    restore() {
      window.fetch = original;
    },
  };
}

export type DeskStandIn = ReturnType<typeof standInForDesk>;
