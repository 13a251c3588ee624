import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { decisionIndex } from './decisions.ts';
import { nodesPage } from './nodes.ts';

/** Writes the index of `docs/decisions`, and `docs/nodes.md` (`npm run docs`). */
const folder = fileURLToPath(new URL('../../docs/decisions', import.meta.url));
const { text, problems } = decisionIndex(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') })),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else writeFileSync(join(folder, 'README.md'), text);

// The page of all node types lies beside it.
writeFileSync(join(folder, '..', 'nodes.md'), nodesPage(createNodeRegistry(nodeDefinitions).all()));
