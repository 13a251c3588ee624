import type { Exception } from './place.ts';

/** Files that find a program of a package that has no address to import. */
const FINDS_A_PROGRAM = 'finds the program of a package by its folder, and imports nothing';

/** Single files that may do what their place may not, each with its reason. */
export const EXCEPTIONS: readonly Exception[] = [
  { file: 'renderer/editor/model/editing.ts', uses: ['random'], reason: 'new nodes get their ids here' },
  {
    file: 'shared/testing/property.ts',
    uses: ['global'],
    reason: 'reads the seed from the environment where there is one; it also runs in a browser',
  },
  {
    file: 'shared/testing/size.ts',
    uses: ['global'],
    reason:
      'reads how much is to be played from the environment where there is one; it also runs in a browser',
  },
  {
    file: 'native/decoders/sharp.ts',
    uses: ['hidden'],
    reason: 'loads the decoder at the first call; node definitions are read by processes without native code',
  },
  {
    file: 'native/decoders/canvas.ts',
    uses: ['hidden'],
    reason: 'loads the canvas at the first call; node definitions are read by processes without native code',
  },
  {
    file: 'service/engine/worker.ts',
    uses: ['hidden'],
    reason: 'the module of node types is a setting, so that tests can give their own',
  },
  {
    file: 'service/nodes/load-definition.ts',
    uses: ['hidden'],
    reason: 'the module of node types is a setting, so that tests can give their own',
  },
  {
    file: 'service/nodes/registered.test.ts',
    uses: ['hidden'],
    reason: 'compares every file of the folder with the list',
  },
  {
    file: 'renderer/fields/type-icon.test.ts',
    uses: ['hidden'],
    reason: 'reads the sources of all node types as text',
  },
  {
    file: 'electron/main/bridge.test.ts',
    uses: ['hidden'],
    reason: 'runs the preload as the shell does, by its path',
  },
  { file: 'shared/api/openapi.test.ts', uses: ['hidden'], reason: FINDS_A_PROGRAM },
  { file: 'build/types/check-types.ts', uses: ['hidden'], reason: FINDS_A_PROGRAM },
  {
    file: 'build/packaging/packaging.test.ts',
    uses: ['hidden'],
    reason: 'reads the settings of the packager and the archive it made with its own tools',
  },
];
