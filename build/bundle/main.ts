import { bundle } from './bundle.ts';
import { bundleTargets, electronTargets, type BundleTarget } from './targets.ts';

/** `npm run build [-- renderer main …] [--stale]`: everything, the named targets, or only what changed. */

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !(name in bundleTargets));
if (unknown.length > 0) {
  console.error(
    `There is no target ${unknown.join(', ')}. Choose from ${Object.keys(bundleTargets).join(', ')}.`,
  );
  process.exit(1);
}
const targets: readonly BundleTarget[] =
  named.length === 0 ? electronTargets : electronTargets.filter((target) => named.includes(target.name));
try {
  const built = await bundle(targets, {
    force: !args.includes('--stale'),
    report: (line) => console.log(line),
  });
  if (!args.includes('--quiet')) {
    console.log(built.length === 0 ? 'Everything is up to date.' : `Built: ${built.join(', ')}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
