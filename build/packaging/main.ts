import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundleStale } from '../bundle/bundle.ts';
import { electronTargets, root } from '../bundle/targets.ts';

/** `node build/package.mjs [--linux|--win|--mac] [--dir] …`: builds, then packs; arguments are electron-builder's. */

await bundleStale(electronTargets);
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/electron-builder/cli.js'),
    '--config',
    join(root, 'build/electron-builder.config.mjs'),
    '--publish',
    'never',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
