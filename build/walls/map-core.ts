import type { Zone } from './place.ts';

export const CORE: Zone = {
  path: 'electron/core',
  holds:
    'connections, key vault, API proxy, uploads, media, journal, versions, project files, run history, supervisor',
  imports: ['shared', 'native'],
  packages: ['zod'],
  node: true,
  uses: ['clock', 'random', 'timers', 'network', 'process'],
  // Its tests start the real service as a process.
  tests: { beside: 'all', imports: ['service/main.ts'], packages: ['vitest', 'yauzl', 'yazl'] },
  hint: 'the core knows shared, native and Node, and runs without Electron; a host gives it what only it can do.',
  inside: [
    {
      path: 'electron/core/desk-error.ts',
      also: [
        'electron/core/clock.ts',
        'electron/core/error-fields.ts',
        'electron/core/notices.ts',
        'electron/core/open-handles.ts',
        'electron/core/signal.ts',
        'electron/core/serial-queue.ts',
        'electron/core/slices.ts',
        'electron/core/web-stream.ts',
        'electron/core/window-presence.ts',
      ],
      holds: 'errors for people, notices, the clock, handles that are open',
      // The clock and the log are told in words of what a host gives.
      types: { imports: ['electron/core/options.ts'] },
    },
    {
      path: 'electron/core/options.ts',
      also: ['electron/core/feature.ts'],
      holds: 'what a host gives, what a feature is',
      types: {
        beside: [
          'electron/core/http',
          'electron/core/secrets',
          'electron/core/local-service',
          'electron/core/api',
        ],
      },
    },
    { path: 'electron/core/storage', holds: 'the data folder: SQLite, files that are whole or absent' },
    { path: 'electron/core/http', holds: 'routes of the core and their answers' },
    {
      path: 'electron/core/secrets',
      holds: 'keys, sealed',
      packages: ['zod', '@napi-rs/keyring'],
    },
    { path: 'electron/core/disk-use', holds: 'what the data folder takes of the disk' },
    { path: 'electron/core/settings', holds: 'the settings of this computer' },
    { path: 'electron/core/snippets', holds: 'selections of nodes saved by name' },
    {
      path: 'electron/core/hosting',
      holds: 'what both hosts need: page files, lock, log',
      packages: ['pino'],
    },
    { path: 'electron/core/journal', holds: 'edits on the disk before anything else' },
    { path: 'electron/core/local-service', holds: 'starting and watching the local service' },
    { path: 'electron/core/api', holds: 'requests to services: limits, timeouts, retries' },
    { path: 'electron/core/response-cache', holds: 'what services answered last, for offline' },
    { path: 'electron/core/connections', holds: 'the connections and whether they answer' },
    {
      path: 'electron/core/administration',
      holds: 'what the local service is asked beside the API',
      packages: ['zod'],
    },
    { path: 'electron/core/proxy', holds: 'requests of pages to services: allow, send, observe, cache' },
    {
      path: 'electron/core/drafts',
      holds: 'storyboards and timelines as windows changed them, until they are saved',
    },
    { path: 'electron/core/history', holds: 'runs and files this computer has seen' },
    { path: 'electron/core/queue', holds: 'everything that goes on at a connection, in its order' },
    { path: 'electron/core/media', holds: 'media: fresh addresses, cache, previews' },
    { path: 'electron/core/versions', holds: 'earlier versions of projects' },
    { path: 'electron/core/film-versions', holds: 'earlier versions of storyboards and timelines' },
    {
      path: 'electron/core/saved-settings',
      holds: 'the settings that made an output, written into the file that is saved',
    },
    {
      path: 'electron/core/library',
      holds: 'what runs were asked to do and what they made: outputs, collections, covers, ZIPs',
      packages: ['zod', 'yazl'],
    },
    {
      path: 'electron/core/estimates',
      holds: 'what nodes took and cost, for estimates of runs',
      packages: ['zod'],
    },
    { path: 'electron/core/batches', holds: 'grids and batches: many runs of one graph or template' },
    { path: 'electron/core/first-start', holds: 'what a new workspace is given' },
    { path: 'electron/core/uploads', holds: 'the upload queue' },
    {
      path: 'electron/core/diagnostics',
      holds: 'what a person sends when something is wrong',
      packages: ['zod', 'yazl'],
    },
    { path: 'electron/core/opened-files', holds: 'files opened from outside', packages: ['yazl'] },
    { path: 'electron/core/recovery', holds: 'after a service came back from a backup' },
    {
      path: 'electron/core/project-files',
      holds: 'projects to and from files',
      packages: ['zod', 'yauzl', 'yazl'],
    },
    {
      path: 'electron/core/testing',
      holds: 'a core, services and clocks for tests',
      beside: 'all',
      forTests: true,
    },
  ],
};
