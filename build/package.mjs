import { ensureInstalled, runOnProjectNode } from './ensure-install.mjs';

ensureInstalled();
runOnProjectNode('build/packaging/main.ts', process.argv.slice(2));
