import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkMap } from './check-map.ts';
import { checkWalls, staleExceptions } from './check.ts';
import { byteProblems, isCheckedForBytes } from './foreign-bytes.ts';
import { generatedFiles } from './generated.ts';
import { MAP } from './map.ts';
import { isCheckedForSql, sqlProblems } from './sql-in-rows.ts';
import { readTree } from './tree.ts';

/**
 * Holds the walls of build/walls/map.ts: writes what is made from them (`--check` only compares), then looks at every import.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const onlyCheck = process.argv.includes('--check');
const tree = readTree(root);

const problems = checkMap(MAP, tree);
if (problems.length === 0) {
  for (const { path, text } of await generatedFiles(MAP, tree)) {
    if (text === tree.read(path)) continue;
    if (onlyCheck) problems.push(`${path} does not say what build/walls/map.ts says. Run npm run walls.`);
    else {
      writeFileSync(join(root, path), text);
      console.log(`${path} is written anew.`);
    }
  }
}
problems.push(...checkWalls(MAP, tree).map(({ message }) => message), ...staleExceptions(MAP, tree));
for (const path of tree.files) {
  if (isCheckedForSql(path)) problems.push(...sqlProblems(path, tree.read(path)));
  if (isCheckedForBytes(path)) problems.push(...byteProblems(path, tree.read(path)));
}
tree.save();
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    `\n${problems.length === 1 ? 'One fault' : `${problems.length} faults`} in the walls; docs/map.md tells what may import what.`,
  );
  process.exitCode = 1;
}
