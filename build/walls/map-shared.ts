import type { Zone } from './place.ts';

/** What every part of shared may use. */
const BASIS = ['shared/language', 'shared/http', 'shared/reading'];

export const SHARED: Zone = {
  path: 'shared',
  holds: 'what crosses a wall, defined once',
  imports: [],
  packages: ['zod'],
  uses: [],
  tests: {
    beside: 'all',
    packages: ['vitest', 'ajv'],
    node: true,
    uses: ['clock', 'random', 'timers', 'process'],
  },
  hint: 'shared knows the schema library and itself only. Take what you need as a parameter, or put the code where its caller lives.',
  inside: [
    {
      path: 'shared/language',
      holds:
        'what the language lacks: exhaustiveness, equality of JSON, work in sequence, keys of several parts',
      packages: ['p-limit'],
    },
    {
      path: 'shared/http',
      holds: 'what both ends of HTTP share: content types, byte ranges, back-off, Retry-After',
    },
    {
      path: 'shared/reading',
      holds: 'reading foreign bytes as text or JSON, within limits on bytes, depth and counts',
      packages: ['zod', 'jschardet'],
    },
    {
      path: 'shared/search',
      holds: 'how every list is searched: without accents, forgiving typing errors',
      beside: [],
      packages: ['fuse.js'],
    },
    { path: 'shared/archive', holds: 'what an honest ZIP may hold', beside: [] },
    { path: 'shared/api/schemas', holds: 'the schemas of the API', beside: [...BASIS] },
    {
      path: 'shared/documents',
      holds: 'saving of every kind of document: what two people changed, and what becomes of it',
      beside: [...BASIS, 'shared/api/schemas'],
    },
    {
      path: 'shared/document',
      holds: 'media documents: problems with their paths, merging, changes between two',
      beside: [...BASIS, 'shared/documents'],
    },
    {
      path: 'shared/timeline',
      holds: 'the timeline document: schema, what Patchbay keeps in it, checks, edits',
      beside: [...BASIS, 'shared/api/schemas', 'shared/document'],
    },
    {
      path: 'shared/film',
      holds: 'films: drawing and mixing a moment of a timeline, in pages and in the local service alike',
      beside: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/timeline'],
    },
    {
      path: 'shared/storyboard',
      holds: 'the storyboard document: schema, checks, conversion to a timeline',
      beside: [...BASIS, 'shared/api/schemas', 'shared/documents', 'shared/document', 'shared/timeline'],
    },
    {
      path: 'shared/graph',
      holds: 'the graph domain: operations, apply, invert, diff, rebase, reasons',
      beside: [...BASIS, 'shared/api/schemas', 'shared/documents'],
    },
    {
      path: 'shared/otio',
      holds: 'timelines to and from OpenTimelineIO',
      beside: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/timeline', 'shared/graph'],
    },
    {
      path: 'shared/interchange',
      holds: 'edit decision lists and FCP 7 XML, by way of OpenTimelineIO',
      beside: [...BASIS, 'shared/api/schemas', 'shared/document', 'shared/otio'],
      packages: ['saxes'],
    },
    {
      path: 'shared/starters',
      holds: 'graphs that projects and templates begin from',
      beside: [...BASIS, 'shared/api/schemas', 'shared/graph'],
    },
    {
      path: 'shared/canvas',
      holds: 'what people put around the nodes of a graph: schema in metadata, operations, merge',
      beside: [...BASIS, 'shared/api/schemas', 'shared/documents', 'shared/graph'],
    },
    {
      path: 'shared/api',
      holds: 'the endpoint table, typed client, OpenAPI',
      beside: [...BASIS, 'shared/api/schemas', 'shared/graph'],
    },
    {
      path: 'shared/administration',
      holds: 'what the desktop process may ask of its own local service beside the API',
      beside: [...BASIS, 'shared/api/schemas'],
    },
    {
      path: 'shared/commands',
      holds: 'what a person can ask the app to do, as a table: titles, keys, menus, why not',
      beside: [...BASIS],
    },
    {
      path: 'shared/desk',
      holds: 'the routes between pages and desktop process, native bridge type',
      beside: [
        ...BASIS,
        'shared/commands',
        'shared/api/schemas',
        'shared/api',
        'shared/graph',
        'shared/canvas',
        'shared/timeline',
        'shared/storyboard',
        'shared/administration',
      ],
    },
    {
      path: 'shared/project-file',
      holds: 'what a project file holds',
      beside: [...BASIS, 'shared/api/schemas', 'shared/api', 'shared/graph', 'shared/archive'],
    },
    {
      path: 'shared/saved-settings',
      holds: 'the settings that made an output, inside the file that is saved',
      beside: [...BASIS, 'shared/api/schemas', 'shared/api'],
    },
    {
      path: 'shared/graph-saving',
      holds: 'the graph with its canvas items as a kind of document, its edits and undo history',
      beside: [
        ...BASIS,
        'shared/api/schemas',
        'shared/documents',
        'shared/api',
        'shared/graph',
        'shared/canvas',
        'shared/desk',
      ],
    },
    {
      path: 'shared/testing',
      holds: 'generators and models that tests of all rooms share',
      beside: 'all',
      packages: ['zod', 'fast-check'],
      forTests: true,
    },
  ],
};

export const NATIVE: Zone = {
  path: 'native',
  holds: 'child processes for decoders: the pool, the program in a child',
  imports: ['shared'],
  packages: [],
  node: true,
  uses: ['clock', 'random', 'timers', 'network', 'process'],
  tests: { beside: 'all', packages: ['vitest'] },
  hint: 'native knows shared and Node only; its callers give it what it works on.',
  inside: [
    {
      path: 'native/protocol.ts',
      holds: 'what parent and child say to each other',
    },
    {
      path: 'native/decoders',
      holds: 'the only importers of decoders',
      packages: ['sharp', 'mediabunny', '@napi-rs/canvas'],
    },
    { path: 'native/child', holds: 'the program in a child' },
    { path: 'native/pool', holds: 'the pool of children: starting, limits, ends' },
    { path: 'native/media', holds: 'facts, frames and waveforms of media, made in a child; ffmpeg' },
    { path: 'native/pictures', holds: 'pictures made smaller in a child' },
    { path: 'native/film', holds: 'films written in a child: ffmpeg decodes and encodes, a canvas draws' },
    {
      path: 'native/testing',
      holds: 'children that misbehave, pictures for tests',
      beside: 'all',
      forTests: true,
    },
  ],
};
