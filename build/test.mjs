import { ensureInstalled, runOnProjectNode } from './ensure-install.mjs';

ensureInstalled();
runOnProjectNode('build/test/main.ts', process.argv.slice(2));
