import { fileURLToPath } from 'node:url';
import { checkMap } from '../walls/check-map.ts';
import { checkWalls } from '../walls/check.ts';
import { MAP } from '../walls/map.ts';
import { readTree } from '../walls/tree.ts';
import { checkTypes } from './check-types.ts';

/** `npm run typecheck`: the walls first, since a wrong import makes the compiler say a hundred things; then the types. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = readTree(root);
const walls = checkWalls(MAP, tree);
tree.save();
for (const problem of [...checkMap(MAP, tree), ...walls.map(({ message }) => message)]) {
  console.error(problem);
  process.exitCode = 1;
}

const { ok, faults } = await checkTypes(root, new Set(walls.map(({ file, line }) => `${file}:${line}`)));
for (const fault of faults) console.error(fault);
if (!ok) process.exitCode = 1;
