import { parseArgs } from 'node:util';
import { replayBundle, replayReport } from './replay-bundle.ts';

/**
 * `npm run replay -- FILE [--graphs]`: plays the edits of a diagnostics bundle again, through the machine that saved them.
 * Prints for each project what came of it and every problem; with `--graphs` the graphs as JSON. Exit code 1 when there is
 * a problem.
 */

const { values, positionals } = parseArgs({
  options: { graphs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [path] = positionals;
if (path === undefined || positionals.length > 1) {
  process.stderr.write('Name one diagnostics bundle: npm run replay -- patchbay-diagnostics-….zip\n');
  process.exitCode = 2;
} else {
  try {
    const replayed = await replayBundle(path);
    if (replayed.length === 0) process.stdout.write('The bundle holds no project.\n');
    for (const project of replayed) {
      process.stdout.write(replayReport(project));
      if (values.graphs && project.end)
        process.stdout.write(`${JSON.stringify(project.end.graph, null, 2)}\n`);
    }
    process.exitCode = replayed.some(({ problems }) => problems.length > 0) ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
