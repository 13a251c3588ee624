import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createCore } from '#core/core.ts';
import { installLastHandlers } from '#core/hosting/last-handlers.ts';
import { openLogFile } from '#core/hosting/log-file.ts';
import { createSpawnLauncher as createNativeLauncher } from '#native/pool/spawn-launcher.ts';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';
import type { ServiceLauncher } from '#core/local-service/launcher.ts';
import { startBrowserHost } from '../../../electron/browser-host/host.ts';
import type { CoreMeasures, FromCore, ToCore } from './core-messages.ts';

/**
 * The real core and the real browser host as a process that watches itself: how long its event loop was kept from others,
 * how much memory it took, and what nobody handled. Its local service is one that never comes up; the hostile one is hosted.
 */

const [folder = ''] = process.argv.slice(2);
const send = (message: FromCore): void => void process.send?.(message);

/** Milliseconds; a service that is silent costs so much each time. */
const RESPONSE_TIMEOUT_MS = 400;
const TICK_MS = 10;

const measures: CoreMeasures = {
  rejections: [],
  exceptions: [],
  maxTaskCpuMs: 0,
  slowTurns: 0,
  maxRssBytes: 0,
  rssBytes: 0,
  settledRssBytes: 0,
  retainedBytes: 0,
  delayP99Ms: 0,
  delayMaxMs: 0,
};

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * A turn of the event loop is measured by the time that this thread computed in it: on a busy machine the clock runs on
 * while the process merely waits for a processor.
 */
let before = cpuMs();
setInterval(() => {
  const current = cpuMs();
  const elapsed = current - before;
  before = current;
  measures.maxTaskCpuMs = Math.max(measures.maxTaskCpuMs, elapsed);
  if (elapsed > 250) measures.slowTurns += 1;
  measures.maxRssBytes = Math.max(measures.maxRssBytes, process.memoryUsage.rss());
}, TICK_MS);

const delay = monitorEventLoopDelay({ resolution: TICK_MS });
delay.enable();

const nameOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.name) : String(error);
/** Also to the output: of a process that ends, nobody asks for its measures any more. */
const note = (list: string[], error: unknown): void => {
  list.push(nameOf(error));
  console.error(nameOf(error));
};
process.on('unhandledRejection', (reason) => note(measures.rejections, reason));
process.on('uncaughtException', (error) => note(measures.exceptions, error));

const never: ServiceLauncher = {
  start: ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The rig ends.')), { once: true });
    }),
  createKey: async () => 'pb_live_localkey_of_the_answer_rig',
};

const dataDirectory = join(folder, 'data');
const log = openLogFile(folder, 'info');
installLastHandlers(process, log, () => process.exit(70));
const host = await startBrowserHost({
  served: () => core,
  pages: () => ({ respond: () => new Response('page'), names: [] }),
  version: '0',
  onError: (error) =>
    log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'a request failed'),
});
const core = createCore({
  dataDirectory,
  secrets: createFileSecretStore(join(dataDirectory, 'desk', 'keys.json')),
  launchService: never,
  launchNative: createNativeLauncher({
    entry: join(import.meta.dirname, '../../../native/pictures/child.ts'),
  }),
  host: 'browser',
  version: '0',
  mediaOrigin: () => host.mediaOrigin,
  log,
  responseTimeoutMs: RESPONSE_TIMEOUT_MS,
});
await core.start();

process.on('message', (message: ToCore) => {
  if (message === 'begin') {
    measures.maxTaskCpuMs = 0;
    measures.slowTurns = 0;
    measures.maxRssBytes = process.memoryUsage.rss();
    delay.reset();
  }
  if (message === 'end') {
    void (async () => {
      await host.close();
      await core.close();
      process.exit(0);
    })();
    return;
  }
  measures.rssBytes = process.memoryUsage.rss();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  measures.retainedBytes = heapUsed + external;
  measures.settledRssBytes = process.memoryUsage.rss();
  measures.delayP99Ms = delay.percentile(99) / 1e6;
  measures.delayMaxMs = delay.max / 1e6;
  send({ measures });
});
process.on('disconnect', () => process.exit(0));
send({ ready: host.link() });
