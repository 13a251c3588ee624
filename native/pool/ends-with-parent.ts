import { systemProgram } from './environment.ts';

/**
 * What stands before a program so that the system ends it with the process that starts it, however that ends. Empty
 * where the system cannot do so.
 */
export function endsWithParent(): string[] {
  const setpriv = process.platform === 'linux' ? systemProgram('setpriv') : null;
  return setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--'];
}
