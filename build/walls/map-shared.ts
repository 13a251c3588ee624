import type { Zone } from './place.ts';

/** What every part of shared may use. */
const BASIS = ['shared/language', 'shared/http', 'shared/reading'];

export const SHARED: Zone = {
  path: 'shared',
  role: 'what crosses a wall, defined once',
  imports: [],
  packages: ['zod'],
  uses: [],
  tests: {
    peers: 'all',
    packages: ['vitest', 'ajv'],
    node: true,
    uses: ['clock', 'random', 'timers', 'process'],
  },
  hint: 'shared knows the schema library and itself only. Take what you need as a parameter, or put the code where its caller lives.',
  inside: [
    {
      path: 'shared/language',
      role: 'what the language lacks: exhaustiveness, equality of JSON, work in sequence, keys of several parts',
      packages: ['p-limit'],
    },
    {
      path: 'shared/http',
      role: 'what both ends of HTTP share: content types, byte ranges, back-off, Retry-After',
    },
    {
      path: 'shared/reading',
      role: 'reading foreign bytes as text or JSON, within limits on bytes, depth and counts',
      packages: ['zod', 'jschardet'],
    },
    {
      path: 'shared/search',
      role: 'how every list is searched: without accents, forgiving typing errors',
      peers: [],
      packages: ['fuse.js'],
    },
    {
      path: 'shared/tone',
      role: 'curves of tones, as the page draws and the service applies them',
      peers: [],
    },
    {
      path: 'shared/geometry',
      role: 'where parts of pictures lie: crops, layers, corners, gradients; in nodes and under the hand alike',
      peers: [],
    },
    { path: 'shared/archive', role: 'what an honest ZIP may hold', peers: [] },
    { path: 'shared/api/schemas', role: 'the schemas of the API', peers: [...BASIS] },
    {
      path: 'shared/documents',
      role: 'saving of every kind of document: what two people changed, and what becomes of it',
      peers: [...BASIS, 'shared/api/schemas'],
    },
    {
      path: 'shared/document',
      role: 'media documents: problems with their paths, merging, changes between two',
      peers: [...BASIS, 'shared/documents'],
    },
    {
      path: 'shared/timeline',
      role: 'the timeline document: schema, what Patchbay keeps in it, checks, edits',
      peers: [...BASIS, 'shared/api/schemas', 'shared/document'],
    },
    {
      path: 'shared/film',
      role: 'films: drawing and mixing a moment of a timeline, in pages and in the local service alike',
      peers: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/timeline'],
    },
    {
      path: 'shared/storyboard',
      role: 'the storyboard document: schema, checks, conversion to a timeline',
      peers: [...BASIS, 'shared/api/schemas', 'shared/documents', 'shared/document', 'shared/timeline'],
    },
    {
      path: 'shared/graph',
      role: 'the graph domain: operations, apply, invert, diff, rebase, reasons',
      peers: [...BASIS, 'shared/api/schemas', 'shared/documents'],
    },
    {
      path: 'shared/otio',
      role: 'timelines to and from OpenTimelineIO',
      peers: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/timeline', 'shared/graph'],
    },
    {
      path: 'shared/interchange',
      role: 'edit decision lists and FCP 7 XML, by way of OpenTimelineIO',
      peers: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/timeline', 'shared/otio'],
      packages: ['saxes'],
    },
    {
      path: 'shared/starters',
      role: 'graphs that projects and templates begin from',
      peers: [...BASIS, 'shared/api/schemas', 'shared/graph'],
    },
    {
      path: 'shared/canvas',
      role: 'what people put around the nodes of a graph: schema in metadata, operations, merge',
      peers: [...BASIS, 'shared/api/schemas', 'shared/documents', 'shared/graph'],
    },
    {
      path: 'shared/groups',
      role: 'nodes shown as one: what lies in which group, linked edits, comparing and copying instances',
      peers: [...BASIS, 'shared/api/schemas', 'shared/documents', 'shared/graph', 'shared/canvas'],
    },
    {
      path: 'shared/api',
      role: 'the endpoint table, typed client, OpenAPI',
      peers: [...BASIS, 'shared/api/schemas', 'shared/graph'],
    },
    {
      path: 'shared/administration',
      role: 'what the desktop process may ask of a service beside the API',
      peers: [...BASIS, 'shared/api', 'shared/api/schemas'],
    },
    {
      path: 'shared/commands',
      role: 'what a person can ask the app to do, as a table: titles, keys, menus, why not',
      peers: [...BASIS],
    },
    {
      path: 'shared/agents',
      role: 'what agents can do, as a table of tools; graphs as text for them; proposals and their parts',
      peers: [
        ...BASIS,
        'shared/api/schemas',
        'shared/documents',
        'shared/document',
        'shared/graph',
        'shared/timeline',
        'shared/storyboard',
      ],
    },
    {
      path: 'shared/provenance',
      role: 'how much of an output came from models, told from the graph that made it',
      peers: [...BASIS, 'shared/api/schemas', 'shared/graph'],
    },
    {
      path: 'shared/desk',
      role: 'the routes between pages and desktop process, native bridge type',
      peers: [
        ...BASIS,
        'shared/commands',
        'shared/agents',
        'shared/api/schemas',
        'shared/api',
        'shared/graph',
        'shared/canvas',
        'shared/timeline',
        'shared/storyboard',
        'shared/administration',
        'shared/provenance',
      ],
    },
    {
      path: 'shared/project-file',
      role: 'what a project file holds',
      peers: [...BASIS, 'shared/api/schemas', 'shared/api', 'shared/graph', 'shared/archive'],
    },
    {
      path: 'shared/saved-settings',
      role: 'what a saved file carries: the settings that made it, and how much of it came from models',
      peers: [...BASIS, 'shared/api/schemas', 'shared/api'],
    },
    {
      path: 'shared/graph-saving',
      role: 'the graph with its canvas items as a kind of document, its edits and undo history',
      peers: [
        ...BASIS,
        'shared/api/schemas',
        'shared/documents',
        'shared/document',
        'shared/api',
        'shared/graph',
        'shared/canvas',
        'shared/desk',
      ],
    },
    {
      path: 'shared/testing',
      role: 'generators and models that tests of all rooms share',
      peers: 'all',
      packages: ['zod', 'fast-check'],
      forTests: true,
    },
  ],
};

export const NATIVE: Zone = {
  path: 'native',
  role: 'child processes for decoders: the pool, the program in a child',
  imports: ['shared'],
  packages: [],
  node: true,
  uses: ['clock', 'random', 'timers', 'network', 'process'],
  tests: { peers: 'all', packages: ['vitest'] },
  hint: 'native knows shared and Node only; its callers give it what it works on.',
  inside: [
    {
      path: 'native/protocol.ts',
      role: 'what parent and child say to each other',
    },
    {
      path: 'native/decoders',
      role: 'the only importers of decoders',
      packages: ['sharp', 'mediabunny', '@napi-rs/canvas'],
    },
    { path: 'native/child', role: 'the program in a child' },
    { path: 'native/pool', role: 'the pool of children: starting, limits, ends' },
    { path: 'native/media', role: 'facts, frames and waveforms of media, made in a child; ffmpeg' },
    { path: 'native/pictures', role: 'pictures made smaller in a child' },
    { path: 'native/film', role: 'films written in a child: ffmpeg decodes and encodes, a canvas draws' },
    {
      path: 'native/testing',
      role: 'children that misbehave, pictures for tests',
      peers: 'all',
      forTests: true,
    },
  ],
};
