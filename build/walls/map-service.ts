import type { Place } from './place.ts';

/** What the handlers, rules and rows of every resource may use. */
const KIT = [
  'service/problems',
  'service/rules',
  'service/storage',
  'service/signing',
  'service/context.ts',
  'service/http',
];

/** A resource of the API. @param others resources it builds on, and further layers */
function resource(name: string, holds: string, others: readonly string[] = []): Place {
  return {
    path: `service/${name}`,
    holds,
    beside: [...KIT, ...others.map((other) => `service/${other}`)],
    packages: [],
    advice:
      'a resource knows the parts below it and the resources it builds on. Let service/app compose them, or move the rule both need into service/rules.',
  };
}

export const SERVICE: Place = {
  path: 'service',
  holds: 'the local service: a folder a resource, the kit of HTTP below them, the app above',
  imports: ['shared', 'native'],
  packages: ['@hono/node-server', 'pino'],
  node: true,
  uses: ['clock', 'random', 'timers', 'network', 'process'],
  tests: {
    beside: 'all',
    packages: [
      'vitest',
      'zod',
      'pino',
      'ajv',
      'eventsource-parser',
      'yauzl',
      'yazl',
      'playwright-core',
      'lucide-react',
    ],
  },
  advice:
    'the service knows shared, native and Node. Move what both need into shared, or ask for it over the API.',
  inside: [
    {
      path: 'service/problems',
      holds: 'what a request can come to grief on, without status numbers',
      beside: [],
      packages: [],
    },
    { path: 'service/rules', holds: 'rules on names, values and addresses', beside: [], packages: [] },
    {
      path: 'service/storage',
      holds: 'SQLite, migrations, blobs, the data folder',
      beside: [],
      packages: ['pino'],
    },
    {
      path: 'service/nodes',
      holds: 'one file a node type',
      beside: ['service/rules'],
      packages: ['eventsource-parser'],
      advice: 'a node knows its inputs and settings only; the engine gives it what it works on.',
    },
    {
      path: 'service/signing',
      holds: 'signed addresses and cursors',
      beside: ['service/problems', 'service/storage'],
      packages: [],
    },
    {
      path: 'service/context.ts',
      holds: 'what each part of the service is given',
      beside: [],
      types: { beside: ['service/storage', 'service/nodes', 'service/signing'] },
      packages: ['pino'],
    },
    {
      path: 'service/http',
      holds: 'the kit of HTTP: reading, validating, answering; problems to statuses',
      beside: ['service/problems', 'service/storage'],
      packages: ['@fastify/busboy', 'pino', 'zod'],
      advice: 'the kit knows no resource; service/app puts it before them.',
    },
    {
      path: 'service/otio',
      holds: 'OpenTimelineIO in and out',
      beside: ['service/problems', 'service/rules', 'service/storage', 'service/nodes'],
      packages: ['yauzl', 'yazl'],
    },
    {
      path: 'service/docs',
      holds: 'the documentation of the API',
      beside: ['service/problems'],
      packages: ['swagger-ui-dist'],
    },
    resource('providers', 'keys and addresses of providers'),
    resource('spend', 'what runs cost', ['providers']),
    {
      path: 'service/engine',
      holds: 'plan, schedule, cache, cancel, recover',
      beside: [
        'service/rules',
        'service/storage',
        'service/nodes',
        'service/context.ts',
        'service/providers',
        'service/spend',
        'service/files',
      ],
      packages: ['pino'],
      advice: 'the engine knows no HTTP; let the caller give it what it has read.',
    },
    resource('accounts', 'accounts, keys, quotas', ['samples', 'spend']),
    resource('files', 'files', ['accounts']),
    resource('uploads', 'files on their way', ['accounts', 'files']),
    resource('node-types', 'the list of node types', ['nodes', 'providers']),
    resource('graphs', 'graphs as rows, their history', ['nodes', 'projects']),
    resource('documents', 'changes to a project and what is answered', ['graphs', 'projects']),
    resource('projects', 'projects', ['documents', 'graphs', 'spend']),
    resource('runs', 'runs: start, follow, apply', [
      'documents',
      'engine',
      'graphs',
      'nodes',
      'projects',
      'spend',
    ]),
    resource('templates', 'templates and their runs', ['engine', 'graphs', 'nodes', 'runs']),
    resource('samples', 'what a new account begins with', ['files', 'graphs', 'projects', 'templates']),
    resource('library', 'where a document’s files are', ['files']),
    resource('project-documents', 'the media documents of a project', ['graphs', 'library', 'projects']),
    resource('storyboards', 'storyboards', ['library', 'project-documents', 'projects']),
    resource('timelines', 'timelines', [
      'accounts',
      'app',
      'files',
      'library',
      'otio',
      'project-documents',
      'projects',
    ]),
    {
      path: 'service/app',
      holds: 'the service put together: routes, authentication, sweeping',
      packages: ['@hono/node-server', 'pino', 'zod'],
    },
    { path: 'service/cli', holds: 'the command line', packages: [] },
    {
      path: 'service/acceptance',
      holds: 'the API as a hosted or local service has to answer it',
      beside: 'all',
      forTests: true,
    },
    {
      path: 'service/fuzz',
      holds: 'generated requests against all endpoints',
      beside: 'all',
      packages: ['eventsource-parser', 'fast-check', 'zod'],
      forTests: true,
    },
    { path: 'service/testing', holds: 'the service as a process, for tests', beside: 'all', forTests: true },
  ],
};
