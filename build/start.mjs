import { ensureInstalled, runOnProjectNode } from './ensure-install.mjs';

ensureInstalled();
runOnProjectNode('build/start/main.ts', process.argv.slice(2));
