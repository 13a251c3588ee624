import { join } from 'node:path';
import { z } from 'zod';
import { SCHEMA_LIMITS } from '#shared/api/index.ts';
import type { DeskStatus } from '#shared/desk/index.ts';
import { readJson } from '#shared/reading/index.ts';
import { DeskError, systemErrorCode } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { jsonFile } from '../storage/atomic-file.ts';
import { ServiceLaunchError, type RunningService, type ServiceLauncher } from './launcher.ts';

/** Starts the local service, keeps it running, and knows its address and key. */

export type LocalServiceStatus = DeskStatus['localService'];

export interface Supervisor {
  status(): LocalServiceStatus;
  /** Starts in the background. */
  start(): void;
  /** Resolves when the service listens and its key is known. @throws DeskError `LOCAL_SERVICE_DOWN` */
  ready(signal?: AbortSignal): Promise<void>;
  /** Ends the service if it runs, starts it afresh; resolves when that worked or failed. */
  restart(): Promise<void>;
  /** The service refused our key (its data was replaced): makes another. */
  renewKey(): Promise<void>;
  close(): Promise<void>;
}

export interface SupervisorOptions {
  launcher: ServiceLauncher;
  /** The service's own data folder. */
  dataDirectory: string;
  /** Folder for what the supervisor remembers. */
  deskDirectory: string;
  clock: Clock;
  log: CoreLog;
  /** Kept address of the service; empty at first. */
  origin(): string;
  saveOrigin(origin: string): Promise<void>;
  key(): Promise<string | null>;
  saveKey(key: string): Promise<void>;
  onStatus(status: LocalServiceStatus): void;
}

const ACCOUNT = 'local';
const GIVE_UP_AFTER = 5;
/** A service that ran this long was healthy: the next crash starts counting anew. */
const HEALTHY_MS = 60_000;
/** How often a process that is not our child is looked for, and how many looks there are to a question to it. */
const POLL_INTERVAL_MS = 250;
const POLLS_PER_REQUEST = 12;
const READY_WITHIN_MS = 30_000;

const Launched = z.object({ pid: z.int(), origin: z.string() });

const pause = (failures: number) => Math.min(10_000, 250 * 2 ** (failures - 1));

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { launcher, dataDirectory, clock, log } = options;
  const launched = jsonFile(join(options.deskDirectory, 'local-service.json'), Launched, {
    now: () => clock.now(),
    onQuarantine: () => {},
  });
  const closing = new AbortController();
  let status: LocalServiceStatus = { state: 'stopped', message: null };
  let current: RunningService | null = null;
  let loop: Promise<void> | null = null;
  let wake = () => {};
  let renewing: Promise<void> | null = null;
  const waiters = new Set<() => void>();

  function setStatus(next: LocalServiceStatus): void {
    status = next;
    options.onStatus(next);
    for (const waiter of waiters) waiter();
  }

  /** A service of the same folder already runs: left over from a killed app, or started by hand. */
  async function adoptOrReplace(heldBy: number): Promise<RunningService> {
    const ours = await launched.load();
    const isOurs = ours?.pid === heldBy;
    // A killed app's service ends with it, after its last answers: used now, it would be gone a moment later.
    if (isOurs && (await isLeaving(heldBy, clock))) return launch();
    const origin = isOurs ? ours.origin : options.origin();
    if (origin && (await speaksOurApi(origin))) {
      log.info({ pid: heldBy }, 'using the local service that already runs');
      const gone = new AbortController();
      return {
        origin,
        pid: heldBy,
        exited: watch(heldBy, origin, AbortSignal.any([closing.signal, gone.signal])),
        stop: async () => {
          gone.abort();
          // One that a person started by hand is theirs to stop.
          if (isOurs) await endProcess(heldBy, clock);
        },
      };
    }
    if (!isOurs) {
      throw new ServiceLaunchError(
        `Another program (process ${heldBy}) is using the data of the local service. Close it, then restart the service.`,
      );
    }
    await endProcess(heldBy, clock);
    return launcher.start({ dataDirectory, port: 0, signal: closing.signal });
  }

  async function watch(pid: number, origin: string, signal: AbortSignal): Promise<null> {
    for (let misses = 0, looks = 1; misses < 2; looks += 1) {
      try {
        await clock.sleep(POLL_INTERVAL_MS, signal);
      } catch {
        return null;
      }
      if (!isAlive(pid)) return null;
      if (looks % POLLS_PER_REQUEST === 0) misses = (await speaksOurApi(origin)) ? 0 : misses + 1;
    }
    return null;
  }

  async function launch(): Promise<RunningService> {
    const keptPort = Number(URL.canParse(options.origin()) ? new URL(options.origin()).port : 0);
    const ports = keptPort > 0 ? [keptPort, 0] : [0];
    for (const port of ports) {
      try {
        return await launcher.start({ dataDirectory, port, signal: closing.signal });
      } catch (error) {
        if (closing.signal.aborted) throw error;
        if (error instanceof ServiceLaunchError && error.heldBy !== null) {
          return adoptOrReplace(error.heldBy);
        }
        if (port === 0) throw error;
        // Somebody else has the port now; a free one will do.
      }
    }
    throw new ServiceLaunchError('The local service did not start.');
  }

  async function ensureKey(): Promise<void> {
    if ((await options.key()) !== null) return;
    await options.saveKey(
      await launcher.createKey({ dataDirectory, account: ACCOUNT, signal: closing.signal }),
    );
  }

  async function bringUp(): Promise<RunningService> {
    const service = await launch();
    current = service;
    if (service.pid !== null) await launched.save({ pid: service.pid, origin: service.origin });
    if (options.origin() !== service.origin) await options.saveOrigin(service.origin);
    await ensureKey();
    return service;
  }

  async function keepRunning(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      setStatus({ state: 'starting', message: null });
      const startedAt = clock.now();
      let restartAsked = false;
      const asked = new Promise<void>((resolve) => {
        wake = () => {
          restartAsked = true;
          resolve();
        };
      });
      let message = 'The local service stopped. It is being started again.';
      try {
        const service = await bringUp();
        if (!closing.signal.aborted) setStatus({ state: 'running', message: null });
        await Promise.race([service.exited, asked, aborted(closing.signal)]);
        if (restartAsked || closing.signal.aborted) await service.stop();
        else log.warn({}, 'the local service ended by itself');
      } catch (error) {
        if (error instanceof ServiceLaunchError) message = error.message;
        log.warn(
          { name: error instanceof Error ? error.name : 'unknown' },
          'the local service did not start',
        );
        await current?.stop();
      }
      current = null;
      if (closing.signal.aborted) break;
      failures = restartAsked || clock.now() - startedAt > HEALTHY_MS ? 0 : failures + 1;
      if (restartAsked) continue;
      if (failures >= GIVE_UP_AFTER) {
        setStatus({ state: 'failed', message });
        await Promise.race([asked, aborted(closing.signal)]);
        failures = 0;
        continue;
      }
      setStatus({ state: 'stopped', message });
      await Promise.race([clock.sleep(pause(Math.max(1, failures)), closing.signal).catch(() => {}), asked]);
    }
    setStatus({ state: 'stopped', message: null });
  }

  function nextStatus(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        waiters.delete(finish);
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        waiters.delete(finish);
        reject(signal.reason instanceof Error ? signal.reason : new Error('canceled'));
      };
      waiters.add(finish);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
    });
  }

  const down = () =>
    new DeskError(
      'LOCAL_SERVICE_DOWN',
      status.message ?? 'The local service is not running. Restart it from the connections page.',
    );

  return {
    status: () => status,

    start() {
      loop ??= keepRunning();
    },

    async ready(signal) {
      const isRunning = () => status.state === 'running';
      if (isRunning()) return;
      const limit = AbortSignal.any([
        AbortSignal.timeout(READY_WITHIN_MS),
        closing.signal,
        ...(signal ? [signal] : []),
      ]);
      for (;;) {
        if (isRunning()) return;
        if (status.state === 'failed' || closing.signal.aborted || !loop) throw down();
        try {
          await nextStatus(limit);
        } catch (error) {
          throw signal?.aborted ? error : down();
        }
      }
    },

    async restart() {
      if (closing.signal.aborted) throw down();
      const changed = nextStatus(closing.signal);
      if (loop) wake();
      else loop = keepRunning();
      await changed;
      while (status.state === 'starting' || status.state === 'stopped') await nextStatus(closing.signal);
    },

    renewKey() {
      renewing ??= launcher
        .createKey({ dataDirectory, account: ACCOUNT, signal: closing.signal })
        .then((key) => options.saveKey(key))
        .finally(() => {
          renewing = null;
        });
      return renewing;
    },

    async close() {
      closing.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      await loop;
      await current?.stop();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Whether a service answers there with the API's own schema; asked without the key, as anybody may hold that port. */
async function speaksOurApi(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/v1/openapi.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) return false;
    const read = await readJson(answer.body, {
      limits: SCHEMA_LIMITS,
      subject: 'The schema of the service',
      advice: '',
    });
    if (!read.ok) return false;
    const schema = z.object({ paths: z.record(z.string(), z.unknown()) }).safeParse(read.value);
    return schema.success && Object.keys(schema.data.paths).some((path) => path.includes('/node-types'));
  } catch {
    return false;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, and is there.
    return systemErrorCode(error) === 'EPERM';
  }
};

/** Whether a process ends within a moment. */
async function isLeaving(pid: number, clock: Clock): Promise<boolean> {
  for (let looks = 0; looks < 20; looks += 1) {
    if (!isAlive(pid)) return true;
    await clock.sleep(100);
  }
  return false;
}

async function endProcess(pid: number, clock: Clock): Promise<void> {
  for (let tries = 0; isAlive(pid) && tries < 100; tries += 1) {
    process.kill(pid, tries < 80 ? 'SIGTERM' : 'SIGKILL');
    await clock.sleep(100);
  }
}
