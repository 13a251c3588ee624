import type { Zone } from './place.ts';

export const CORE: Zone = {
  path: 'electron/core',
  role: 'connections, key vault, API proxy, uploads, media, journal, versions, project files, run history, supervisor',
  imports: ['shared', 'native'],
  packages: ['zod'],
  node: true,
  uses: ['clock', 'random', 'timers', 'network', 'process'],
  // Its tests start the real service as a process.
  tests: { peers: 'all', imports: ['service/main.ts'], packages: ['vitest', 'yauzl', 'yazl'] },
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
      role: 'errors for people, notices, the clock, handles that are open',
      // The clock and the log are told in words of what a host gives.
      types: { imports: ['electron/core/options.ts'] },
    },
    {
      path: 'electron/core/options.ts',
      also: ['electron/core/feature.ts'],
      role: 'what a host gives, what a feature is',
      types: {
        peers: [
          'electron/core/http',
          'electron/core/secrets',
          'electron/core/local-service',
          'electron/core/api',
        ],
      },
    },
    { path: 'electron/core/storage', role: 'the data folder: SQLite, files that are whole or absent' },
    { path: 'electron/core/http', role: 'routes of the core and their answers' },
    {
      path: 'electron/core/secrets',
      role: 'keys, sealed',
      packages: ['zod', '@napi-rs/keyring'],
    },
    { path: 'electron/core/disk-use', role: 'what the data folder takes of the disk' },
    { path: 'electron/core/settings', role: 'the settings of this computer' },
    { path: 'electron/core/snippets', role: 'selections of nodes saved by name' },
    { path: 'electron/core/group-library', role: 'groups saved by name, with their versions' },
    {
      path: 'electron/core/hosting',
      role: 'what both hosts need: page files, lock, log',
      packages: ['pino'],
    },
    { path: 'electron/core/journal', role: 'edits on the disk before anything else' },
    { path: 'electron/core/local-service', role: 'starting and watching the local service' },
    { path: 'electron/core/api', role: 'requests to services: limits, timeouts, retries' },
    { path: 'electron/core/response-cache', role: 'what services answered last, for offline' },
    { path: 'electron/core/connections', role: 'the connections and whether they answer' },
    {
      path: 'electron/core/administration',
      role: 'what the local service is asked beside the API',
      packages: ['zod'],
    },
    { path: 'electron/core/proxy', role: 'requests of pages to services: allow, send, observe, cache' },
    {
      path: 'electron/core/drafts',
      role: 'undo of storyboards and timelines, and what earlier versions left unsaved of them',
    },
    { path: 'electron/core/mask-drafts', role: 'masks that are drawn and not saved yet' },
    { path: 'electron/core/files', role: 'files this computer has uploaded or seen' },
    { path: 'electron/core/media', role: 'media: fresh addresses, cache, previews' },
    {
      path: 'electron/core/versions',
      role: 'earlier versions of graphs, storyboards and timelines, in one store',
    },
    {
      path: 'electron/core/runs',
      role: 'what runs were asked to do, how they go and what they made: one writer, one reader',
    },
    { path: 'electron/core/queue', role: 'everything that goes on at a connection, in its order' },
    {
      path: 'electron/core/saved-settings',
      role: 'the settings that made an output, written into the file that is saved',
    },
    {
      path: 'electron/core/team',
      role: 'what people add to outputs, sent to services that store it and read from them',
    },
    {
      path: 'electron/core/library',
      role: 'what people do with what runs made: gallery, stars, collections, covers, ZIPs',
      packages: ['zod', 'yazl'],
    },
    {
      path: 'electron/core/estimates',
      role: 'what nodes took and cost, for estimates of runs',
      packages: ['zod'],
    },
    { path: 'electron/core/batches', role: 'grids and batches: many runs of one graph or template' },
    {
      path: 'electron/core/agents',
      role: 'the door for agents: tools by the Model Context Protocol, limits, log, proposals',
      packages: ['zod', '@modelcontextprotocol/server', '@hono/node-server'],
      tests: { peers: 'all', packages: ['vitest', '@modelcontextprotocol/client'] },
    },
    {
      path: 'electron/core/chat',
      role: 'conversations with text models about a project, with the tools of agents',
      packages: ['zod'],
    },
    { path: 'electron/core/first-start', role: 'what a new workspace is given' },
    { path: 'electron/core/uploads', role: 'the upload queue' },
    {
      path: 'electron/core/diagnostics',
      role: 'what a person sends when something is wrong',
      packages: ['zod', 'yazl'],
    },
    { path: 'electron/core/opened-files', role: 'files opened from outside', packages: ['yazl'] },
    { path: 'electron/core/recovery', role: 'after a service came back from a backup' },
    {
      path: 'electron/core/project-files',
      role: 'projects to and from files',
      packages: ['zod', 'yauzl', 'yazl'],
    },
    {
      path: 'electron/core/testing',
      role: 'a core, services and clocks for tests',
      peers: 'all',
      forTests: true,
    },
  ],
};
