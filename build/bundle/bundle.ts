import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStale, stampFile } from './stamp.ts';
import { root, type BundleTarget } from './targets.ts';

/**
 * The same as `bundle` in a process of its own: the bundler takes half a gigabyte, which a program that stays
 * should not keep.
 * @throws Error when a target does not compile; the reasons are on stderr by then.
 */
export async function bundleStale(targets: readonly BundleTarget[]): Promise<void> {
  const states = await Promise.all(
    targets.map(async (target) => ({ target, ...(await isStale(root, target)) })),
  );
  const names = states.filter(({ stale }) => stale).map(({ target }) => target.name);
  if (names.length === 0) return;
  const child = spawn(process.execPath, [join(root, 'build/bundle/main.ts'), '--quiet', ...names], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (exitCode) => resolve(exitCode));
  });
  if (code !== 0) throw new Error(`Patchbay could not be built (${names.join(', ')}); the reason is above.`);
}

/**
 * Builds the targets that are not there or whose sources changed since.
 * @param options.force builds all of them.
 * @returns the names of what was built.
 * @throws when a target does not compile; the message is Vite's.
 */
export async function bundle(
  targets: readonly BundleTarget[],
  options: { force?: boolean; report?: (line: string) => void } = {},
): Promise<string[]> {
  const report = options.report ?? (() => {});
  const built: string[] = [];
  for (const target of targets) {
    const { stale, stamp } = await isStale(root, target);
    if (!stale && options.force !== true) continue;
    report(`Building the ${target.title}…`);
    // A build that is cut short must not pass for a finished one.
    await rm(stampFile(root, target), { force: true });
    const { build } = await import('vite');
    await build({ configFile: join(root, target.config), logLevel: 'warn', mode: 'production' });
    if (!existsSync(join(root, target.entry))) {
      throw new Error(`The build of the ${target.title} did not make ${target.entry}.`);
    }
    await mkdir(dirname(stampFile(root, target)), { recursive: true });
    await writeFile(stampFile(root, target), stamp);
    built.push(target.name);
  }
  return built;
}
