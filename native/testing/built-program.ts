import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A program as tests start it: as it is shipped where `npm test` has just built it, else its source. Tests start hundreds of
 * them, and the many modules of the source are most of what a start costs.
 * @param source address of its source. @param built its path below `out`
 */
export function builtProgram(source: URL, built: string): string {
  const out = process.env['PATCHBAY_BUILT'];
  return out === undefined ? fileURLToPath(source) : join(out, built);
}
