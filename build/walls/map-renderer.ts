import { EDITOR } from './map-editor.ts';
import type { Zone } from './place.ts';

/** Parts of the pages that all features share. */
const COMMON = [
  'renderer/words',
  'renderer/keys',
  'renderer/ui',
  'renderer/desk',
  'renderer/model',
  'renderer/commands',
  'renderer/fields',
  'renderer/viewer',
  'renderer/saved-settings',
  'renderer/costs',
];

const COMMON_HINT =
  'a shared part of the pages knows no feature. Take it as a parameter; renderer/app composes them.';

const FEATURE_HINT =
  'let renderer/app compose the features and pass one what it needs of another, or move what both need into renderer/ui, renderer/desk or shared.';

export const RENDERER: Zone = {
  path: 'renderer',
  role: 'the pages',
  imports: ['shared'],
  packages: [
    'react',
    'react-dom',
    'lucide-react',
    'zod',
    'zustand',
    'wouter',
    '@tanstack/react-query',
    '@tanstack/react-virtual',
    '@base-ui/react',
  ],
  uses: ['clock', 'random', 'timers', 'dom', 'network'],
  tests: {
    imports: ['renderer/testing'],
    packages: ['vitest', 'vitest-browser-react', '@vitest/browser-playwright'],
  },
  hint: 'a page knows no key, no Node and no file path: ask the core for it by a route of shared/desk.',
  inside: [
    {
      path: 'renderer/words',
      role: 'what people read, by page; how numbers and plurals are written',
      peers: [],
      packages: [],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/keys',
      role: 'the one reader of keys: whose a press is, what it is called',
      peers: ['renderer/words'],
      packages: [],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/ui',
      role: 'components and tokens of all pages',
      peers: ['renderer/words', 'renderer/keys'],
      packages: [
        'react',
        'lucide-react',
        '@base-ui/react',
        '@tanstack/react-virtual',
        'react-colorful',
        'react-resizable-panels',
      ],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/model',
      role: 'states that several features show',
      peers: ['renderer/words'],
      packages: ['zod'],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/desk',
      role: 'talking to the core: calls, streams, media',
      peers: ['renderer/words'],
      packages: ['react', 'zod', 'zustand', '@tanstack/react-query', 'eventsource-parser'],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/commands',
      role: 'commands by key, palette and menu',
      peers: ['renderer/words', 'renderer/keys', 'renderer/ui'],
      packages: ['react', 'lucide-react'],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/fields',
      role: 'a field for each kind of declared input, and the choice of an input by its node',
      peers: ['renderer/words', 'renderer/keys', 'renderer/ui', 'renderer/desk', 'renderer/model'],
      packages: ['react', 'lucide-react'],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/saved-settings',
      role: 'files that carry the settings that made them, read where they are dropped',
      peers: ['renderer/words', 'renderer/ui'],
      packages: ['react', 'zustand'],
      hint: COMMON_HINT,
    },
    {
      path: 'renderer/viewer',
      role: 'outputs looked at closely and compared',
      peers: [
        'renderer/words',
        'renderer/keys',
        'renderer/ui',
        'renderer/desk',
        'renderer/model',
        'renderer/commands',
      ],
      packages: [
        'react',
        'lucide-react',
        'zustand',
        '@tanstack/react-query',
        '@base-ui/react',
        'react-compare-slider',
        'd3-zoom',
        'd3-selection',
        'diff',
      ],
      hint: COMMON_HINT,
      inside: [
        {
          path: 'renderer/viewer/model',
          role: 'what is viewed, compared and saved; zoom, regions and differences of pictures',
        },
        { path: 'renderer/viewer/gestures', role: 'zooming, dragging out, playing' },
        { path: 'renderer/viewer/parts', role: 'pictures, players and bars, each by itself' },
        { path: 'renderer/viewer/page', role: 'one output at full size, several beside each other' },
      ],
    },
    {
      path: 'renderer/costs',
      role: 'what a start is expected to cost, and the question before a costly one',
      peers: ['renderer/words', 'renderer/ui', 'renderer/desk'],
      packages: ['react', '@tanstack/react-query'],
      hint: COMMON_HINT,
    },
    feature('connections', 'the services a person is connected to'),
    feature('models', 'connecting models'),
    feature('chat', 'a conversation with a text model about the open project'),
    feature('spend', 'what runs cost'),
    feature('project-files', 'projects to and from files'),
    feature('projects', 'the list of projects'),
    feature('runs', 'running, progress, outputs'),
    feature('queue', 'everything that goes on at a connection, in its order'),
    feature('live', 'previews while somebody edits'),
    {
      ...feature('handles', 'inputs of a node changed by hand on a picture', ['editor']),
      tests: {
        imports: ['renderer/testing', 'renderer/editor/session', 'renderer/editor/testing'],
        packages: ['vitest', 'vitest-browser-react', '@vitest/browser-playwright'],
      },
      inside: [
        {
          path: 'renderer/handles/model',
          role: 'handles and the values that they stand for, without a page',
        },
        { path: 'renderer/handles/session', role: 'the node, its pictures, and changes of its inputs' },
        { path: 'renderer/handles/parts', role: 'handles, lines and pictures, each by itself' },
        { path: 'renderer/handles/page', role: 'the picture with its handles and numbers, over the canvas' },
      ],
    },
    feature('gallery', 'what runs made, found again; collections; traced and repeated'),
    feature('uploads', 'files on their way to a service'),
    {
      ...feature('help', 'articles with search, hints and the tour'),
      packages: ['react', 'lucide-react', 'zustand', 'wouter', '@base-ui/react'],
    },
    feature('starters', 'graphs to begin a project from', ['uploads']),
    feature('batches', 'many runs of one graph or template from a table of values', ['templates', 'uploads']),
    feature('variants', 'grids of runs that differ in some inputs', ['batches']),
    feature('versions', 'earlier versions of a project, and comparing them', ['timeline']),
    feature('takes', 'what made a file, and the other takes of it'),
    {
      ...feature('masks', 'masks drawn by hand over a picture'),
      packages: ['react', 'lucide-react', '@base-ui/react'],
      inside: [
        {
          path: 'renderer/masks/raster',
          role: 'strokes, areas and files of masks as pixels, in a worker',
          packages: [],
          uses: [],
        },
        {
          path: 'renderer/masks/worker',
          role: 'the worker that holds a mask, and the way to it',
          packages: [],
        },
        { path: 'renderer/masks/page', role: 'the window that a mask is drawn in' },
      ],
    },
    {
      ...feature('player', 'playing a timeline, and making a film of it', ['uploads', 'runs']),
      inside: [
        {
          path: 'renderer/player/composer',
          role: 'draws, mixes and writes films, in a worker',
          packages: [
            'mediabunny',
            '@mediabunny/aac-encoder',
            '@fontsource-variable/inter',
            '@fontsource-variable/jetbrains-mono',
            '@fontsource-variable/source-serif-4',
          ],
        },
        { path: 'renderer/player/ports.ts', role: 'what the player asks of worker and loudspeakers' },
        {
          path: 'renderer/player/testing',
          role: 'films with numbers and beeps',
          packages: ['mediabunny'],
          peers: 'all',
          forTests: true,
        },
      ],
    },
    feature('documents', 'open storyboards and timelines: edited, saved, merged, undone'),
    {
      ...feature('timeline', 'the timeline, looked at and worked in', ['documents', 'player', 'uploads']),
      tests: {
        imports: ['renderer/testing'],
        peers: 'all',
        packages: ['vitest', 'vitest-browser-react', '@vitest/browser-playwright'],
      },
      inside: [
        {
          path: 'renderer/timeline/model',
          role: 'what is selected and shown, times as text, layout, snapping',
        },
        { path: 'renderer/timeline/gestures', role: 'dragging, trimming, scrubbing, nudging by keys' },
        { path: 'renderer/timeline/clips', role: 'clips as they are drawn, their marks and menu' },
        { path: 'renderer/timeline/tracks', role: 'tracks, their heads, the ruler, the playhead' },
        { path: 'renderer/timeline/inspector', role: 'fields of clips, markers, tracks and the format' },
        { path: 'renderer/timeline/recut', role: 'an edit that comes home, compared and taken in parts' },
        { path: 'renderer/timeline/relink', role: 'missing media found again' },
        { path: 'renderer/timeline/commands', role: 'commands, the clipboard, files that are added' },
        { path: 'renderer/timeline/page', role: 'the page that puts them together' },
        { path: 'renderer/timeline/testing', role: 'a timeline for tests', peers: 'all', forTests: true },
      ],
    },
    feature('templates', 'templates and running them', ['projects', 'runs', 'uploads']),
    {
      ...feature('interchange', 'timelines in and out, in several formats', [
        'documents',
        'timeline',
        'projects',
      ]),
      packages: ['react', 'lucide-react', 'zustand', '@tanstack/react-query', '@zip.js/zip.js'],
    },
    {
      ...feature('storyboard', 'the storyboard document', [
        'documents',
        'player',
        'timeline',
        'uploads',
        'runs',
        'templates',
      ]),
      packages: [
        'react',
        'lucide-react',
        '@tanstack/react-query',
        '@base-ui/react',
        '@atlaskit/pragmatic-drag-and-drop',
        '@tanstack/react-virtual',
        'zod',
        'zustand',
      ],
      tests: {
        imports: ['renderer/testing'],
        peers: 'all',
        packages: ['vitest', 'vitest-browser-react', '@vitest/browser-playwright'],
      },
      inside: [
        {
          path: 'renderer/storyboard/model',
          role: 'what is selected, found and played; rows of shots; steps of the board; files of other programs',
        },
        { path: 'renderer/storyboard/gestures', role: 'dragging shots and scenes, dropping files' },
        { path: 'renderer/storyboard/make', role: 'pictures of panels, made by runs' },
        { path: 'renderer/storyboard/sheets', role: 'the board as pages to print' },
        { path: 'renderer/storyboard/parts', role: 'shots, panels and fields as they are drawn, dialogs' },
        { path: 'renderer/storyboard/page', role: 'the page that puts them together' },
      ],
    },
    {
      ...feature('editor', 'the graph editor', ['uploads']),
      tests: {
        imports: ['renderer/testing'],
        peers: 'all',
        packages: ['vitest', 'vitest-browser-react', '@vitest/browser-playwright'],
      },
      inside: EDITOR,
    },
    {
      path: 'renderer/app',
      role: 'composes the features',
      peers: 'all',
      inside: [
        { path: 'renderer/app/parts', role: 'pieces that several pages of the app share' },
        { path: 'renderer/app/runs', role: 'starting runs and what is said about them' },
        { path: 'renderer/app/film', role: 'what films, boards and their history need of other features' },
        { path: 'renderer/app/pages', role: 'pages of the app beside the editor' },
        { path: 'renderer/app/editor', role: 'the editor of a project with everything around it' },
        {
          path: 'renderer/app/frame',
          role: 'the window: routes, bars, dialogs, notices, code that comes later',
        },
      ],
    },
    {
      path: 'renderer/testing',
      role: 'a desk and pages for component tests',
      peers: COMMON,
      forTests: true,
    },
  ],
};

/** A feature of the pages. @param dependencies features it builds on, by their index */
function feature(name: string, description: string, dependencies: readonly string[] = []): Zone {
  return {
    path: `renderer/${name}`,
    role: description,
    imports: ['shared', ...dependencies.map((dependency) => `renderer/${dependency}/index.ts`)],
    peers: COMMON,
    hint: FEATURE_HINT,
  };
}
