import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { foldFaults } from './fold-faults.ts';

/** What the typecheck found. */
export interface TypeReport {
  ok: boolean;
  /** A text for each fault, without doubles. */
  faults: readonly string[];
}

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/**
 * Builds the types of all projects below `root` and says what is wrong, each fault once.
 * @param root absolute path of a folder with a tsconfig.json that refers to the projects
 * @param walled places that a fault of the walls names already, as `file:line`
 */
export async function checkTypes(root: string, walled: ReadonlySet<string>): Promise<TypeReport> {
  // Several projects are checked at once, each by one checker: more of them look at the same types again, twice the work.
  const args = ['-b', '--checkers', '1', '--verbose', '--pretty', 'false'];
  const child = spawn(process.execPath, [compiler, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const { faults, candidate } = foldFaults(output, root.replaceAll('\\', '/').replace(/\/$/, ''));
  const faultsFound = [
    ...faults
      .filter(({ file, line, isForeignImport }) => !isForeignImport || !walled.has(`${file}:${line}`))
      .map(({ text: sentence }) => sentence),
    ...(code === 0 ? [] : [...candidate, ...complaint.split('\n').filter((line) => line.trim() !== '')]),
  ];
  if (code !== 0 && faults.length === 0 && faultsFound.length === 0)
    faultsFound.push(`The compiler ended with code ${code} and said nothing. Run it by hand: npx tsc -b`);
  return { ok: code === 0, faults: faultsFound };
}
