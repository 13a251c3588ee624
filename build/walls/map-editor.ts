import type { Zone } from './place.ts';

/** Layers of the graph editor, the lowest first. */
export const EDITOR: readonly Zone[] = [
  {
    path: 'renderer/editor/geometry.ts',
    role: 'points and rectangles',
    imports: ['shared'],
    packages: [],
    uses: [],
  },
  { path: 'renderer/editor/ports.ts', role: 'what the editor asks of the desk', packages: ['zod'] },
  {
    path: 'renderer/editor/model',
    role: 'the document being edited: store, history, edits as data',
    imports: ['shared', 'renderer/words'],
    packages: ['zod', '@dagrejs/dagre'],
    uses: [],
    hint: 'the model is data and functions: no React, no page, no clock. Put what draws or waits into a layer above it.',
  },
  {
    path: 'renderer/editor/scene',
    role: 'where things are on the canvas: places, wires, what is hit',
    packages: ['zod'],
    uses: ['dom'],
    hint: 'the scene knows no React; put what draws into renderer/editor/node or canvas.',
  },
  { path: 'renderer/editor/sync', role: 'drives the saving of a graph', packages: [] },
  { path: 'renderer/editor/session', role: 'one open document: its parts together', packages: ['react'] },
  {
    path: 'renderer/editor/node',
    role: 'a node as it is drawn, its fields',
    packages: [
      'react',
      'lucide-react',
      'codemirror',
      '@codemirror/lang-json',
      '@codemirror/lint',
      '@codemirror/state',
      '@codemirror/view',
    ],
  },
  {
    path: 'renderer/editor/canvas',
    role: 'the canvas',
    inside: [
      { path: 'renderer/editor/canvas/painting', role: 'what is drawn on bitmaps', packages: [] },
      { path: 'renderer/editor/canvas/input', role: 'gestures, keys, drops, menu', packages: ['react'] },
      {
        path: 'renderer/editor/canvas/overlays',
        role: 'what lies over the nodes: pickers, minimap, controls',
        packages: ['react', 'lucide-react'],
      },
      {
        path: 'renderer/editor/canvas/view',
        role: 'the stage that puts them together',
        packages: ['react', '@xyflow/react'],
      },
    ],
  },
  { path: 'renderer/editor/panels', role: 'the panels beside the canvas' },
  { path: 'renderer/editor/testing', role: 'an editor for tests', peers: 'all', forTests: true },
];
