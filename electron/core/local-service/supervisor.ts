import { join } from 'node:path';
import { z } from 'zod';
import type { DeskStatus } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { jsonFile, type JsonFile } from '../storage/atomic-file.ts';
import { ServiceLaunchError, type RunningService, type ServiceLauncher } from './launcher.ts';
import type { Language } from '#shared/desk/languages.ts';
import { endProcess, isExiting, speaksOurApi, waitForEnd } from './running-process.ts';

export type LocalServiceStatus = DeskStatus['localService'];

export interface SupervisorOptions {
  launcher: ServiceLauncher;
  /** The service's own data folder. */
  dataDirectory: string;
  /** Folder for what the supervisor remembers. */
  deskDirectory: string;
  clock: Clock;
  log: CoreLog;
  /** What the sample of a new workspace is written in. */
  language(): Language;
  /** Stored address of the service; empty at first. */
  origin(): string;
  saveOrigin(origin: string): Promise<void>;
  key(): Promise<string | null>;
  saveKey(key: string): Promise<void>;
  onStatus(status: LocalServiceStatus): void;
}

const ACCOUNT = 'local';
const MAX_CRASHES = 5;
/** A service that ran this long was healthy: the next crash starts counting anew. */
const HEALTHY_MS = 60_000;
const READY_TIMEOUT_MS = 30_000;

const Launched = z.object({ pid: z.int(), origin: z.string() });
type Launched = z.infer<typeof Launched>;

/** Milliseconds before the service is started again. @param failures in a row, at least 1. */
const restartDelayOf = (failures: number) => Math.min(10_000, 250 * 2 ** (failures - 1));

/** A wish to start the service afresh, which can be waited for. */
interface RestartRequest {
  isCreated: boolean;
  created: Promise<void>;
}

/** Starts the local service, keeps it running, and knows its address and key. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #launched: JsonFile<Launched>;
  readonly #closing = new AbortController();
  readonly #waiters = new Set<() => void>();
  #status: LocalServiceStatus = { state: 'stopped', message: null };
  #current: RunningService | null = null;
  #loop: Promise<void> | null = null;
  #requestRestart = () => {};
  #renewing: Promise<void> | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#launched = jsonFile(join(options.deskDirectory, 'local-service.json'), Launched, {
      now: () => options.clock.now(),
      onQuarantine: () => {},
    });
  }

  status(): LocalServiceStatus {
    return this.#status;
  }

  /** Starts in the background. */
  start(): void {
    this.#loop ??= this.#keepRunning();
  }

  /** Resolves when the service listens and its key is known. @throws DeskError `LOCAL_SERVICE_DOWN` */
  async ready(signal?: AbortSignal): Promise<void> {
    const isRunning = () => this.#status.state === 'running';
    if (isRunning()) return;
    const limit = AbortSignal.any([
      AbortSignal.timeout(READY_TIMEOUT_MS),
      this.#closing.signal,
      ...(signal ? [signal] : []),
    ]);
    for (;;) {
      if (isRunning()) return;
      if (this.#status.state === 'failed' || this.#isClosing || !this.#loop) throw this.#down();
      try {
        await this.#nextStatus(limit);
      } catch (error) {
        throw signal?.aborted ? error : this.#down();
      }
    }
  }

  /** Ends the service if it runs, starts it afresh; resolves when that worked or failed. */
  async restart(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) throw this.#down();
    const changed = this.#nextStatus(signal);
    if (this.#loop) this.#requestRestart();
    else this.start();
    await changed;
    while (this.#status.state === 'starting' || this.#status.state === 'stopped') {
      await this.#nextStatus(signal);
    }
  }

  /** The service refused our key (its data was replaced): makes another. */
  renewKey(): Promise<void> {
    this.#renewing ??= this.#makeKey().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('Patchbay is closing.', 'AbortError'));
    await this.#loop;
    await this.#current?.stop();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #setStatus(next: LocalServiceStatus): void {
    this.#status = next;
    this.#options.onStatus(next);
    for (const waiter of this.#waiters) waiter();
  }

  async #keepRunning(): Promise<void> {
    const { clock } = this.#options;
    const closed = aborted(this.#closing.signal);
    let failures = 0;
    while (!this.#isClosing) {
      this.#setStatus({ state: 'starting', message: null });
      const startedAt = clock.now();
      const restart = this.#expectRestart();
      const message = await this.#runService(restart);
      if (this.#isClosing) break;
      failures = restart.isCreated || clock.now() - startedAt > HEALTHY_MS ? 0 : failures + 1;
      if (restart.isCreated) continue;
      if (failures >= MAX_CRASHES) {
        this.#setStatus({ state: 'failed', message });
        await Promise.race([restart.created, closed]);
        failures = 0;
        continue;
      }
      this.#setStatus({ state: 'stopped', message });
      const delay = clock.sleep(restartDelayOf(Math.max(1, failures)), this.#closing.signal).catch(() => {});
      await Promise.race([delay, restart.created]);
    }
    this.#setStatus({ state: 'stopped', message: null });
  }

  #expectRestart(): RestartRequest {
    const { promise, resolve } = Promise.withResolvers<void>();
    const request: RestartRequest = { isCreated: false, created: promise };
    this.#requestRestart = () => {
      request.isCreated = true;
      resolve();
    };
    return request;
  }

  /** Starts the service and waits for its end. @returns what a person is told about that end. Never rejects. */
  async #runService(restart: RestartRequest): Promise<string> {
    const { log } = this.#options;
    let message = 'The local service stopped. It is being started again.';
    try {
      const service = await this.#bringUp();
      if (!this.#isClosing) this.#setStatus({ state: 'running', message: null });
      await Promise.race([service.exited, restart.created, aborted(this.#closing.signal)]);
      if (restart.isCreated || this.#isClosing) await service.stop();
      else log.warn({}, 'the local service ended by itself');
    } catch (error) {
      if (error instanceof ServiceLaunchError) message = error.message;
      log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'the local service did not start');
      await this.#current?.stop();
    }
    this.#current = null;
    return message;
  }

  async #bringUp(): Promise<RunningService> {
    const options = this.#options;
    const service = await this.#launch();
    this.#current = service;
    if (service.pid !== null) await this.#launched.save({ pid: service.pid, origin: service.origin });
    if (options.origin() !== service.origin) await options.saveOrigin(service.origin);
    if ((await options.key()) === null) await this.#makeKey();
    return service;
  }

  async #makeKey(): Promise<void> {
    const { launcher, dataDirectory } = this.#options;
    const { signal } = this.#closing;
    const language = this.#options.language();
    await this.#options.saveKey(
      await launcher.createKey({ dataDirectory, account: ACCOUNT, language, signal }),
    );
  }

  async #launch(): Promise<RunningService> {
    const { launcher, dataDirectory } = this.#options;
    const { signal } = this.#closing;
    const origin = this.#options.origin();
    const savedPort = Number(URL.canParse(origin) ? new URL(origin).port : 0);
    const ports = savedPort > 0 ? [savedPort, 0] : [0];
    for (const port of ports) {
      try {
        return await launcher.start({ dataDirectory, port, signal });
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof ServiceLaunchError && error.ownerPid !== null) {
          return this.#adoptOrReplace(error.ownerPid);
        }
        if (port === 0) throw error;
        // Somebody else has the port now; a free one will do.
      }
    }
    throw new ServiceLaunchError('The local service did not start.');
  }

  /** A service of the same folder already runs: left over from a killed app, or started by hand. */
  async #adoptOrReplace(ownerPid: number): Promise<RunningService> {
    const { launcher, dataDirectory, clock } = this.#options;
    const ours = await this.#launched.load();
    const isOurs = ours?.pid === ownerPid;
    // A killed app's service ends with it, after its last responses: used now, it would be gone a moment later.
    if (isOurs && (await isExiting(ownerPid, clock))) return this.#launch();
    const origin = isOurs ? ours.origin : this.#options.origin();
    if (origin && (await speaksOurApi(origin))) return this.#adopt(ownerPid, origin, isOurs);
    if (!isOurs) {
      throw new ServiceLaunchError(
        `Another program (process ${ownerPid}) is using the data of the local service. Close it, then restart the service.`,
      );
    }
    await endProcess(ownerPid, clock);
    return launcher.start({ dataDirectory, port: 0, signal: this.#closing.signal });
  }

  #adopt(pid: number, origin: string, isOurs: boolean): RunningService {
    const { clock, log } = this.#options;
    log.info({ pid }, 'using the local service that already runs');
    const disconnected = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, disconnected.signal]);
    return {
      origin,
      pid,
      exited: waitForEnd({ pid, origin, clock }, signal),
      stop: async () => {
        disconnected.abort();
        // One that a person started by hand is theirs to stop.
        if (isOurs) await endProcess(pid, clock);
      },
    };
  }

  #nextStatus(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        this.#waiters.delete(finish);
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        this.#waiters.delete(finish);
        reject(signal.reason instanceof Error ? signal.reason : new Error('canceled'));
      };
      this.#waiters.add(finish);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
    });
  }

  #down(): DeskError {
    return new DeskError(
      'LOCAL_SERVICE_DOWN',
      this.#status.message ?? 'The local service is not running. Restart it from the connections page.',
    );
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
