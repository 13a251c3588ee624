import { ALL_SCOPES, type Scope } from '#shared/api/index.ts';
import { UsageProblem } from './usage-problem.ts';

/** The entries of a list with commas. */
export const entries = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Scopes as a flag names them. @throws UsageProblem */
export function readScopes(text: string): Scope[] {
  const scopes = entries(text);
  if (scopes.length === 0) throw new UsageProblem(`--scopes names at least one of ${ALL_SCOPES.join(', ')}.`);
  return scopes.map((name) => {
    const scope = ALL_SCOPES.find((candidate) => candidate === name);
    if (!scope) throw new UsageProblem(`There is no scope "${name}". Known: ${ALL_SCOPES.join(', ')}.`);
    return scope;
  });
}
