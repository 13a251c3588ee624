import { ensureInstalled, runOnProjectNode } from './ensure-install.mjs';

ensureInstalled();
runOnProjectNode('build/bundle/main.ts', process.argv.slice(2));
