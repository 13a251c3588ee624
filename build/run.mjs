// `node build/run.mjs path/to/file.ts …`: a TypeScript file of this project on the project's own Node.
import { ensureInstalled, runOnProjectNode } from './ensure-install.mjs';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  console.error('Name the file to run, for example: node build/run.mjs service/main.ts --port 8787');
  process.exit(1);
}
ensureInstalled();
runOnProjectNode(script, args);
