import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PREFIX, endpoints } from '#shared/api/index.ts';
import type { Connection, ConnectionChange, ConnectionDraft, ConnectionList } from '#shared/desk/index.ts';
import { ApiClient, isOfService, type ApiTarget } from '../api/api-client.ts';
import { expectedOf } from '../api/read-response.ts';
import { isPage } from '../api/network-problem.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';
import type { Supervisor } from '../local-service/supervisor.ts';
import type { Clock, CoreLog } from '../options.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { normalizeBaseUrl } from '../api/base-url.ts';
import {
  LOCAL_CONNECTION_ID,
  type ConnectionStore,
  type StoredConnection,
  type StoredConnections,
} from './connection-store.ts';
import { createReachability, type PollResult, type Reachability, type Schedule } from './reachability.ts';

/** The services this app knows, their keys, and a client for each. */

export interface ConnectionsOptions {
  store: ConnectionStore;
  secrets: SecretStore;
  clock: Clock;
  log: CoreLog;
  /** Late, because the supervisor keeps its address and key here. */
  supervisor: () => Supervisor;
  onChange(list: ConnectionList): void;
  /** When a connection's service last answered, also before this start. Milliseconds since the epoch. */
  lastResponseAt?(connectionId: string): number | null;
  /** A service that was away answers again. */
  onBack?(connectionId: string): void;
  schedule?: Schedule | undefined;
  /** See CoreOptions. */
  responseTimeoutMs?: number | undefined;
}

/** How long a start waits for keys. Milliseconds. */
const READ_KEYS_TIMEOUT_MS = 1_500;

/** How long a poll of a service waits for its response. */
const POLL_TIMEOUT_MS = 8_000;

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const hintOf = (key: string): string => key.slice(-4);

export class Connections {
  readonly #options: ConnectionsOptions;
  #stored: StoredConnections = { version: 1, activeId: LOCAL_CONNECTION_ID, connections: [] };
  /** Keys read so far; null where there is none to read. */
  readonly #keys = new Map<string, string | null>();
  /** Keys that are being read; a request that needs one waits for it. */
  readonly #reading = new Map<string, Promise<void>>();
  readonly #unauthorized = new Set<string>();
  readonly #clients = new Map<string, ApiClient>();
  readonly #reach: Reachability;
  /** Address and key of the last test that passed. */
  #passed: { baseUrl: string; key: string } | null = null;
  /** The last write; the file makes them follow each other. */
  #saving: Promise<void> = Promise.resolve();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#reach = createReachability({
      clock: () => options.clock.now(),
      poll: (id) => this.#poll(id),
      onChange: (id, offline) => {
        options.log.info({ connectionId: id, offline }, 'a service was lost or is back');
        this.announce();
        if (!offline) options.onBack?.(id);
      },
      schedule: options.schedule,
    });
  }

  /** Asks something small that every service answers. */
  async #poll(id: string): Promise<PollResult> {
    try {
      const response = await this.client(id).send({
        method: 'GET',
        path: `${API_PREFIX}/projects?limit=1`,
        headers: { accept: 'application/json' },
        repeatable: false,
        expectation: expectedOf(endpoints.projects.list),
        timeoutMs: POLL_TIMEOUT_MS,
      });
      await response.body?.cancel();
      if (isOfService(response)) return 'responded';
      return isPage(response.headers.get('content-type')) ? 'not-this-api' : 'unreachable';
    } catch (error) {
      const isForeignApi = error instanceof UnreachableError && error.problem === 'not-this-api';
      const isInvalidResponse = error instanceof DeskError && error.code === 'BAD_RESPONSE';
      return isForeignApi || isInvalidResponse ? 'not-this-api' : 'unreachable';
    }
  }

  /** Milliseconds since the epoch when the service was lost; null while it can be reached. */
  offlineSince(id: string): number | null {
    return this.#reach.offlineSince(id);
  }

  /**
   * Reads the stored list and its keys. An unreadable key makes its connection `key-needed`, nothing more; one that takes
   * its time (a keyring waits for the person) is waited for by the requests that need it.
   */
  async load(): Promise<void> {
    this.#stored = await this.#options.store.load();
    const all = Promise.all(this.#stored.connections.map((connection) => this.#startLoading(connection)));
    const stop = new AbortController();
    const limit = sleep(READ_KEYS_TIMEOUT_MS, null, { signal: stop.signal, ref: false }).catch(() => null);
    await Promise.race([all, limit]);
    stop.abort();
    if (this.#reading.size > 0) void all.then(() => this.announce());
  }

  #startLoading(connection: StoredConnection): Promise<void> {
    const { id } = connection;
    const read = async (): Promise<void> => {
      const key = await this.#readKey(connection);
      this.#reading.delete(id);
      // A key that was entered meanwhile counts.
      if (!this.#keys.has(id) && this.#stored.connections.some((candidate) => candidate.id === id))
        this.#keys.set(id, key);
    };
    const reading = read();
    this.#reading.set(id, reading);
    return reading;
  }

  async #readKey(connection: StoredConnection): Promise<string | null> {
    const { secrets, log } = this.#options;
    try {
      if (!(await secrets.canRead(connection.id, connection.keyBackend))) return null;
      return await secrets.get(connection.id);
    } catch (error) {
      log.warn(
        { connectionId: connection.id, name: error instanceof Error ? error.name : 'unknown' },
        'a key could not be read',
      );
      return null;
    }
  }

  list(): ConnectionList {
    return {
      connections: this.#stored.connections.map((connection) => this.#toPublic(connection)),
      activeId: this.#stored.activeId,
      keyPlace: this.#options.secrets.keyLocation(),
    };
  }

  #toPublic(connection: StoredConnection): Connection {
    const { id, kind, name, baseUrl, keyHint, createdAt } = connection;
    const offlineSince = this.#reach.offlineSince(id);
    const lastResponseAt = offlineSince === null ? null : (this.#options.lastResponseAt?.(id) ?? null);
    return {
      id,
      kind,
      name,
      baseUrl,
      keyHint,
      createdAt,
      state: this.#state(connection),
      offlineSince: isoOf(offlineSince),
      offlineReason: this.#reach.offlineReason(id),
      lastResponseAt: isoOf(lastResponseAt),
      ...(connection.isTested === undefined ? {} : { isTested: connection.isTested }),
    };
  }

  #state({ id }: StoredConnection): Connection['state'] {
    if (id === LOCAL_CONNECTION_ID) {
      const { state } = this.#options.supervisor().status();
      if (state !== 'running') return state === 'starting' ? 'starting' : 'stopped';
    }
    if (this.#reading.has(id)) return 'ready';
    return this.#keys.get(id) == null || this.#unauthorized.has(id) ? 'key-needed' : 'ready';
  }

  get activeId(): string {
    return this.#stored.activeId;
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): StoredConnection {
    const found = this.#stored.connections.find((connection) => connection.id === id);
    if (!found) throw new DeskError('NOT_FOUND', 'This connection no longer exists. Choose another one.');
    return found;
  }

  async add(draft: ConnectionDraft): Promise<Connection> {
    const connection: StoredConnection = {
      id: `con_${randomBytes(10).toString('hex')}`,
      kind: 'hosted',
      name: draft.name,
      baseUrl: normalizeBaseUrl(draft.baseUrl),
      keyHint: null,
      keyBackend: null,
      createdAt: new Date(this.#options.clock.now()).toISOString(),
    };
    connection.isTested = this.#isSuccess(connection.baseUrl, draft.key);
    await this.#options.secrets.set(connection.id, checkedKey(draft.key));
    this.#keys.set(connection.id, draft.key);
    connection.keyHint = hintOf(draft.key);
    connection.keyBackend = this.#options.secrets.backendName;
    await this.#save({ ...this.#stored, connections: [...this.#stored.connections, connection] });
    return this.#toPublic(connection);
  }

  async change(id: string, change: ConnectionChange): Promise<Connection> {
    const before = this.get(id);
    const after = { ...before };
    if (id === LOCAL_CONNECTION_ID && (change.baseUrl !== undefined || change.key !== undefined)) {
      throw new DeskError(
        'INVALID_REQUEST',
        'The address and key of the local service are managed by Patchbay itself.',
      );
    }
    if (change.name !== undefined) after.name = change.name;
    if (change.baseUrl !== undefined) {
      after.baseUrl = normalizeBaseUrl(change.baseUrl);
      // A key belongs to the service it was given for: pointed elsewhere, it is not sent along.
      const isOriginChanged = new URL(after.baseUrl).origin !== new URL(before.baseUrl).origin;
      if (isOriginChanged && change.key === undefined) {
        throw new DeskError(
          'INVALID_REQUEST',
          'Enter the key again: the stored one belongs to the old address.',
          {
            details: { field: 'key' },
          },
        );
      }
      // What was known of the old address says nothing of the new one.
      if (isOriginChanged) this.#reach.clear(id);
    }
    if (change.key !== undefined) {
      await this.#options.secrets.set(id, checkedKey(change.key));
      this.#keys.set(id, change.key);
      this.#unauthorized.delete(id);
      after.keyHint = hintOf(change.key);
      after.keyBackend = this.#options.secrets.backendName;
    }
    if (after.baseUrl !== before.baseUrl || change.key !== undefined) {
      after.isTested = this.#isSuccess(after.baseUrl, this.keyOf(id));
    }
    await this.#replace(after);
    return this.#toPublic(after);
  }

  async remove(id: string): Promise<void> {
    this.get(id);
    if (id === LOCAL_CONNECTION_ID) {
      throw new DeskError('INVALID_REQUEST', 'The local workspace cannot be removed.');
    }
    await this.#options.secrets.delete(id);
    this.#keys.delete(id);
    this.#unauthorized.delete(id);
    this.#clients.delete(id);
    this.#reach.clear(id);
    await this.#save({
      version: 1,
      activeId: this.#stored.activeId === id ? LOCAL_CONNECTION_ID : this.#stored.activeId,
      connections: this.#stored.connections.filter((connection) => connection.id !== id),
    });
  }

  /** A test of this address and key has passed: connections that have them count as tested, also one added next. */
  async testSucceeded(baseUrl: string, key: string): Promise<void> {
    this.#passed = { baseUrl, key };
    for (const connection of this.#stored.connections) {
      if (connection.isTested === false && this.#isSuccess(connection.baseUrl, this.keyOf(connection.id))) {
        await this.#replace({ ...connection, isTested: true });
      }
    }
  }

  #isSuccess(baseUrl: string, key: string | null): boolean {
    return this.#passed?.baseUrl === baseUrl && this.#passed.key === key;
  }

  async activate(id: string): Promise<ConnectionList> {
    this.get(id);
    await this.#save({ ...this.#stored, activeId: id });
    return this.list();
  }

  /** What the supervisor learned about the local service. */
  async setLocal(discovered: { origin?: string; key?: string }): Promise<void> {
    const after = { ...this.get(LOCAL_CONNECTION_ID) };
    if (discovered.origin !== undefined) after.baseUrl = discovered.origin;
    if (discovered.key !== undefined) {
      await this.#options.secrets.set(LOCAL_CONNECTION_ID, discovered.key);
      this.#keys.set(LOCAL_CONNECTION_ID, discovered.key);
      this.#unauthorized.delete(LOCAL_CONNECTION_ID);
      after.keyHint = hintOf(discovered.key);
      after.keyBackend = this.#options.secrets.backendName;
    }
    await this.#replace(after);
  }

  /** The key as it was read last. */
  keyOf(id: string): string | null {
    return this.#keys.get(id) ?? null;
  }

  /** The key, waited for while it is being read. */
  async readKeyOf(id: string): Promise<string | null> {
    await this.#reading.get(id);
    return this.keyOf(id);
  }

  /** @throws DeskError `NOT_FOUND` */
  client(id: string): ApiClient {
    this.get(id);
    const cached = this.#clients.get(id);
    if (cached) return cached;
    const client = new ApiClient({
      target: (signal) => this.#target(id, signal),
      clock: this.#options.clock,
      log: this.#options.log,
      onStatus: (status) => this.#noteStatus(id, status),
      onResponse: () => this.#reach.responded(id),
      onUnreachable: () => this.#reach.failed(id),
      onForeignResponse: () => this.#reach.doubted(id),
      responseTimeoutMs: this.#options.responseTimeoutMs,
      ...(id === LOCAL_CONNECTION_ID ? { renewKey: (rejectedKey) => this.#renewLocalKey(rejectedKey) } : {}),
    });
    this.#clients.set(id, client);
    return client;
  }

  async #target(id: string, signal?: AbortSignal): Promise<ApiTarget> {
    if (id === LOCAL_CONNECTION_ID) await this.#options.supervisor().ready(signal);
    const { baseUrl, name } = this.get(id);
    const key = await this.readKeyOf(id);
    if (key === null) {
      throw new DeskError(
        'KEY_NEEDED',
        `The key of “${name}” cannot be read. Enter it again on the connections page.`,
      );
    }
    return { baseUrl, key };
  }

  #noteStatus(id: string, status: number): void {
    const wasUnauthorized = this.#unauthorized.has(id);
    if (status === 401 && !wasUnauthorized) {
      this.#unauthorized.add(id);
      this.announce();
    } else if (status >= 200 && status < 300 && wasUnauthorized) {
      this.#unauthorized.delete(id);
      this.announce();
    }
  }

  /** The local service refuses our key when its data was replaced; we may make another. */
  async #renewLocalKey(rejectedKey: string): Promise<boolean> {
    if (this.keyOf(LOCAL_CONNECTION_ID) === rejectedKey) {
      try {
        await this.#options.supervisor().renewKey();
      } catch {
        this.#options.log.warn({}, 'no new key could be made for the local service');
      }
    }
    return this.keyOf(LOCAL_CONNECTION_ID) !== rejectedKey;
  }

  /** Waits for what is being written. */
  close(): Promise<void> {
    this.#reach.close();
    return this.#saving;
  }

  announce(): void {
    this.#options.onChange(this.list());
  }

  #replace(after: StoredConnection): Promise<void> {
    return this.#save({
      ...this.#stored,
      connections: this.#stored.connections.map((connection) =>
        connection.id === after.id ? after : connection,
      ),
    });
  }

  async #save(next: StoredConnections): Promise<void> {
    this.#stored = next;
    const saving = this.#options.store.save(next);
    this.#saving = saving.catch(() => {});
    await saving;
    this.announce();
  }
}

/** @throws DeskError when it cannot be a header value. */
export function checkedKey(key: string): string {
  if (key === '') {
    throw new DeskError('INVALID_REQUEST', 'Enter the API key.', { details: { field: 'key' } });
  }
  if (!/^[\x21-\x7e]{1,512}$/.test(key)) {
    throw new DeskError('INVALID_REQUEST', 'The key holds characters that no API key has. Copy it again.', {
      details: { field: 'key' },
    });
  }
  return key;
}
