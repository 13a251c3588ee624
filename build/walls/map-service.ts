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
      holds: 'what can be refused, as a closed union without status numbers',
      beside: [],
      packages: [],
      node: false,
      uses: [],
    },
    {
      path: 'service/rules',
      holds: 'rules on names, values and addresses',
      beside: [],
      packages: [],
      node: false,
      uses: [],
    },
    {
      path: 'service/storage',
      holds: 'SQLite, migrations, blobs, the data folder',
      beside: [],
      packages: ['pino'],
    },
    {
      path: 'service/signing',
      holds: 'signed addresses and cursors',
      beside: ['service/problems', 'service/storage'],
      packages: [],
    },
    {
      path: 'service/nodes',
      holds: 'one file a node type',
      beside: ['service/rules'],
      packages: ['eventsource-parser'],
      advice: 'a node knows its inputs and settings only; the engine gives it what it works on.',
    },
    {
      path: 'service/context.ts',
      holds: 'what each part of the service is given',
      beside: [],
      types: { beside: ['service/storage', 'service/signing', 'service/nodes'] },
      packages: ['pino'],
    },
    {
      path: 'service/http',
      holds: 'the kit of HTTP: reading, validating, answering; one table from problems to statuses',
      beside: ['service/problems', 'service/rules', 'service/storage'],
      packages: ['@fastify/busboy', 'pino', 'zod'],
      advice: 'the kit knows no resource; service/app puts it before them.',
    },
    {
      path: 'service/docs',
      holds: 'the documentation of the API',
      beside: ['service/problems'],
      packages: ['swagger-ui-dist'],
    },
    {
      path: 'service/otio',
      holds: 'OpenTimelineIO in and out',
      beside: ['service/problems', 'service/rules', 'service/storage', 'service/nodes'],
      packages: ['yauzl', 'yazl'],
    },
    resource('accounts', 'accounts, keys, quotas'),
    resource('providers', 'keys and addresses of providers, and asking them what they offer', ['nodes']),
    resource('spend', 'what runs cost', ['providers']),
    resource('files', 'files', ['accounts']),
    resource('graphs', 'graphs as rows, in memory, as a view; their history', ['nodes']),
    resource('projects', 'projects and finding them', ['spend', 'graphs']),
    resource('documents', 'changes to a graph and what is answered', ['graphs', 'projects']),
    resource('library', 'which files the names in a document mean', ['files']),
    resource('project-documents', 'the media documents of a project', ['graphs', 'projects']),
    resource('uploads', 'files on their way', ['accounts', 'files']),
    {
      path: 'service/engine',
      holds: 'plan, schedule, cache, cancel, recover',
      imports: ['shared', 'native', 'service/files/rows.ts', 'service/files/blob-use-rows.ts'],
      beside: [
        'service/rules',
        'service/storage',
        'service/nodes',
        'service/context.ts',
        'service/providers',
        'service/spend',
      ],
      packages: ['pino'],
      advice: 'the engine knows no HTTP; let the caller give it what it has read.',
    },
    resource('node-types', 'the list of node types', ['nodes', 'providers']),
    resource('runs', 'runs: start, follow, apply', [
      'nodes',
      'spend',
      'files',
      'graphs',
      'projects',
      'documents',
      'engine',
    ]),
    resource('templates', 'templates and their runs', [
      'nodes',
      'files',
      'graphs',
      'projects',
      'engine',
      'runs',
    ]),
    resource('storyboards', 'storyboards', ['projects', 'library', 'project-documents']),
    resource('timelines', 'timelines', [
      'otio',
      'accounts',
      'files',
      'projects',
      'library',
      'project-documents',
    ]),
    resource('samples', 'what a new account begins with', [
      'accounts',
      'files',
      'graphs',
      'projects',
      'templates',
    ]),
    {
      ...resource('administration', 'what the owner of a data folder may do beside the API', [
        'providers',
        'graphs',
        'projects',
        'templates',
      ]),
      packages: ['zod', 'pino'],
    },
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
