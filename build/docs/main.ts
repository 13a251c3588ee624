import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { builtInTypesFile } from './built-in-types.ts';
import { decisionIndex } from './decisions.ts';
import { nodesPage } from './nodes.ts';

/** Writes the index of `docs/decisions`, `docs/nodes.md`, and what is known of the origin of results (`npm run docs`). */
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
const definitions = createNodeRegistry(nodeDefinitions).all();
writeFileSync(join(folder, '..', 'nodes.md'), nodesPage(definitions));
const typesFile = fileURLToPath(new URL('../../shared/provenance/built-in-types.ts', import.meta.url));
writeFileSync(typesFile, builtInTypesFile(definitions));
