import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_SCOPES,
  allEndpoints,
  API_PREFIX,
  buildPath,
  COMMON_ERRORS,
  HTTPValidationError,
  matchEndpoint,
  pathParamNames,
  PublicApiErrorResponse,
  type AnyEndpoint,
  type EndpointId,
  type EndpointOf,
  type ResultOf,
  type Scope,
} from '#shared/api/index.ts';
import { builtProgram } from '#native/testing/built-program.ts';
import type { ServiceConfig } from '../context.ts';
import { createService, type Service } from '#service/app/create-service.ts';
import type { Engine } from '#service/engine/engine.ts';
import { RunClaims } from '#service/engine/run-claim-rows.ts';
import { openResources } from '#service/app/foundation.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { createKey, revokeKey } from '#service/accounts/keys.ts';
import type { TestDatabase } from '#service/storage/postgres/testing/databases.ts';
import { databaseUnderTest, servicesOfTest } from '#service/testing/database-under-test.ts';
import { startRoundRobin, type RoundRobin } from '#service/testing/round-robin.ts';

/** In which a service under test decodes and executes nodes. */
const NATIVE_CHILD = builtProgram(
  new URL('../engine/native-child.ts', import.meta.url),
  'service/native-child.js',
);

/** Node types of a test. */
export interface TestNodes {
  definitions: readonly NodeDefinition[];
  /** URL of the module that exports them. */
  module: string;
}

const startedWith = (config: ServiceConfig, nodes: TestNodes | null) => ({
  ...(nodes !== null && { nodes: nodes.definitions }),
  resources: openResources(
    config,
    nodes === null ? { entry: NATIVE_CHILD } : { nodesModule: nodes.module, sharedFolders: [tmpdir()] },
  ),
});

/** How requests reach the service under test. */
export type Transport = 'in-process' | 'http';

/** What a service under test is to be told otherwise, once it is about to start. */
export type ConfigOf = () => Partial<ServiceConfig>;

export interface CallResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  body: unknown;
  text: string;
  /** The error of the body; null for a success. */
  error: ApiErrorBody | null;
}

export type ApiErrorBody = PublicApiErrorResponse['error'];

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
}

const endpointOf = (id: EndpointId): AnyEndpoint => {
  const found = allEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`No endpoint ${id}`);
  return found;
};

/** Responses that any request may get, whatever its endpoint. */
const ANYWHERE = new Set([404, 405, 413]);

/** Statuses that each endpoint has answered in this process, for `answered`. */
const statusesByEndpoint = new Map<string, Set<number>>();

/** Whether an endpoint has answered with a status since the suite began. */
export const isCovered = (id: string, status: number): boolean =>
  statusesByEndpoint.get(id)?.has(status) ?? false;

function note(method: string, url: string, status: number): void {
  const { found } = matchEndpoint(method, new URL(url).pathname);
  if (!found) return;
  const { id } = found.endpoint;
  statusesByEndpoint.set(id, (statusesByEndpoint.get(id) ?? new Set()).add(status));
}

/** Starts services on one data directory; further ones where the database is none of its files. */
async function startServices(
  config: ServiceConfig,
  nodes: TestNodes | null,
  getTime: () => number,
): Promise<Service[]> {
  const services: Service[] = [];
  const count = config.database === undefined ? 1 : servicesOfTest();
  while (services.length < count) {
    services.push(await createService(config, { now: getTime, ...startedWith(config, nodes) }));
  }
  return services;
}

/** An engine that is idle when those of all services are. */
function engineOf(services: readonly Service[]): Engine {
  const { engine, context } = services[0]!;
  if (services.length === 1) return engine;
  const claims = new RunClaims(context.db, context.coordination);
  const whenIdle = async (): Promise<void> => {
    do for (const service of services) await service.engine.whenIdle();
    while (await claims.hasOpenRuns());
  };
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'whenIdle') return whenIdle;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A service on a data directory of its own, or several that take requests in turns, reached through one of the transports, with a clock that can be moved. */
export class TestService {
  readonly transport: Transport;
  readonly directory: string;
  config: ServiceConfig;
  clockOffsetMs = 0;
  #services: Service[];
  #engine: Engine;
  #requestCount = 0;
  #proxy: RoundRobin | null = null;
  #origin = 'http://service.test';
  key = '';
  accountId = '';

  readonly #database: TestDatabase | null;
  readonly #nodes: TestNodes | null;

  private constructor(
    transport: Transport,
    directory: string,
    config: ServiceConfig,
    services: Service[],
    database: TestDatabase | null,
    nodes: TestNodes | null,
  ) {
    this.#nodes = nodes;
    this.#database = database;
    this.transport = transport;
    this.directory = directory;
    this.config = config;
    this.#services = services;
    this.#engine = engineOf(services);
  }

  /** @param nodes types of its own, and the module that exports them as `nodeDefinitions` */
  static async open(
    transport: Transport,
    config: Partial<ServiceConfig> = {},
    nodes: TestNodes | null = null,
  ): Promise<TestService> {
    const directory = await mkdtemp(join(tmpdir(), 'patchbay-service-'));
    const database = await databaseUnderTest();
    const fullConfig: ServiceConfig = {
      database: database?.url,
      dataDirectory: join(directory, 'data'),
      rateLimit: 100_000,
      storageLimit: 100_000_000,
      credits: 100,
      uploadTtl: 3600,
      multipartThreshold: 1000,
      partSize: 400,
      prices: {},
      logLevel: 'silent',
      ...config,
    };
    const clock = { offset: () => 0 };
    const services = await startServices(fullConfig, nodes, () => Date.now() + clock.offset());
    const test = new TestService(transport, directory, fullConfig, services, database, nodes);
    clock.offset = () => test.clockOffsetMs;
    await test.#listen();
    test.key = await test.newKey({ account: 'owner' });
    test.accountId = String(
      (await test.context.db.get('SELECT id FROM accounts WHERE name = ?', ['owner']))?.['id'],
    );
    return test;
  }

  get context() {
    return this.#services[0]!.context;
  }

  get engine() {
    return this.#engine;
  }

  get otio() {
    return this.#services[0]!.otio;
  }

  async #listen(): Promise<void> {
    if (this.transport === 'http') {
      const origins: string[] = [];
      for (const service of this.#services) origins.push((await service.start(0, '127.0.0.1')).origin);
      if (origins.length > 1) this.#proxy ??= await startRoundRobin(origins);
      this.#proxy?.setServices(origins);
      this.#origin = this.#proxy?.origin ?? origins[0]!;
    }
    for (const { context } of this.#services) context.urls.setOrigin(this.config.publicUrl ?? this.#origin);
  }

  /** Stops the service and starts it again on the same data, or on what `meanwhile` makes of it. */
  async restart(meanwhile?: () => Promise<void>): Promise<void> {
    for (const service of this.#services) await service.close();
    await meanwhile?.();
    this.#services = await startServices(this.config, this.#nodes, () => Date.now() + this.clockOffsetMs);
    this.#engine = engineOf(this.#services);
    await this.#listen();
  }

  /** Backs the database up. @returns the path of the copy; null when it could not be made. */
  backUp(): Promise<string | null> {
    return this.#services[0]!.backups.backUp();
  }

  async close(): Promise<void> {
    for (const service of this.#services) await service.close();
    await this.#proxy?.close();
    await this.#database?.drop();
    await rm(this.directory, { recursive: true, force: true });
  }

  async newKey(options: {
    account?: string;
    scopes?: readonly Scope[];
    origins?: string[];
    expiresInSeconds?: number;
  }): Promise<string> {
    const { db, newId, now } = this.context;
    const accountId = await ensureAccount(db, newId, now(), options.account ?? 'owner');
    return (await createKey(db, newId, now(), { ...options, accountId })).secret;
  }

  async revoke(key: string): Promise<boolean> {
    return (await revokeKey(this.context.db, this.context.now(), key)) !== null;
  }

  #next(): Service {
    this.#requestCount += 1;
    return this.#services[this.#requestCount % this.#services.length]!;
  }

  /** A request as it is, to a path or an absolute URL of the service. */
  async raw(url: string, init: RequestInit = {}): Promise<Response> {
    const absolute = url.startsWith('http') ? url : this.#origin + url;
    const request = new Request(absolute, { redirect: 'error', ...init });
    const { method } = request;
    const response = await (this.transport === 'http' ? fetch(request) : this.#next().fetch(request));
    note(method, absolute, response.status);
    return response;
  }

  /** Calls an endpoint and checks the response against its row of the table, whatever it is. */
  async call(id: EndpointId, options: CallOptions = {}): Promise<CallResponse> {
    const endpoint = endpointOf(id);
    const params = Object.fromEntries(
      pathParamNames(endpoint.path).map((name) => [name, options.params?.[name] ?? `missing-${name}`]),
    );
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const key = options.key === undefined ? this.key : options.key;
    const headers: Record<string, string> = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...options.headers,
    };
    let body: string | FormData | undefined;
    if (options.body instanceof FormData) body = options.body;
    else if (options.body !== undefined || endpoint.bodyKind === 'json') {
      headers['content-type'] ??= 'application/json';
      body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body ?? {});
    }
    const path = `${API_PREFIX}${buildPath(endpoint.path, params)}${query ? `?${query}` : ''}`;
    const response = await this.raw(path, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    let parsed: unknown = text;
    if (response.headers.get('content-type')?.startsWith('application/json')) parsed = JSON.parse(text);
    checkResponse(endpoint, response, parsed, text);
    const failed = PublicApiErrorResponse.safeParse(parsed);
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      text,
      error: response.ok || !failed.success ? null : failed.data.error,
    };
  }

  /** Calls and expects success; returns the body, which has been checked against the table. */
  async ok<Id extends EndpointId>(id: Id, options: CallOptions = {}): Promise<ResultOf<EndpointOf<Id>>> {
    const reply = await this.call(id, options);
    assert.equal(reply.status, endpointOf(id).status, reply.text);
    return reply.body as ResultOf<EndpointOf<Id>>;
  }

  /** Calls and expects a refusal; returns the `error` of its body. */
  async refused(id: EndpointId, status: number, options: CallOptions = {}): Promise<ApiErrorBody> {
    const reply = await this.call(id, options);
    assert.equal(reply.status, status, reply.text);
    if (!reply.error) throw new Error(`${id} gave no error body: ${reply.text}`);
    return reply.error;
  }

  /** How many rows a table has. */
  async count(table: string): Promise<number> {
    return Number((await this.context.db.get(`SELECT COUNT(*) AS n FROM ${table}`))?.['n']);
  }

  async createProject(body: Record<string, unknown> = {}): Promise<{ id: string; version: number }> {
    return this.ok('projects.create', { body: { name: 'Project', ...body } });
  }
}

/** Every response is one that the endpoint's row describes: a documented status, and the body of that status. */
function checkResponse(endpoint: AnyEndpoint, response: Response, body: unknown, text: string): void {
  const { status } = response;
  assert.ok(response.headers.get('x-request-id'), 'every response names its request');
  if (status === endpoint.status) {
    if (status === 204) assert.equal(text, '');
    else if (endpoint.responseKind === 'json' && endpoint.response) {
      const parsed = endpoint.response.safeParse(body);
      assert.ok(parsed.success, `${endpoint.id}: ${parsed.error?.message ?? ''}`);
    }
    return;
  }
  const documented = new Set([...Object.keys(endpoint.errors), ...Object.keys(COMMON_ERRORS)].map(Number));
  assert.ok(
    documented.has(status) || ANYWHERE.has(status),
    `${endpoint.id} may not answer ${status}: ${text}`,
  );
  assert.ok(PublicApiErrorResponse.safeParse(body).success, text);
  const detail = (body as { detail?: unknown }).detail;
  assert.ok(status !== 422 || detail === undefined || HTTPValidationError.safeParse(body).success, text);
}

/** All scopes but one. */
export const scopesExcept = (scope: Scope): Scope[] => ALL_SCOPES.filter((candidate) => candidate !== scope);

export const textNode = (id: string, value = 'hello') => ({
  id,
  type: 'input/text',
  title: id,
  position: { x: 0, y: 0 },
  inputs: { value: { type: 'string', value } },
});

export const outputNode = (id: string) => ({ id, type: 'output/value', title: id, inputs: {} });
