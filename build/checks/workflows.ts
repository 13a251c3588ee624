import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Lines of a workflow's steps that call programs of this repository. */
const NPM_RUN = /\bnpm run (?:--silent |-s )?([\w:-]+)/g;
const NPX = /\bnpx ([\w@/-]+)/g;
const FILE = /(?:^|\s)((?:build|e2e|service|shared|native|renderer|electron)\/[\w./-]+\.\w+)/g;

function commandsOf(workflow: string): string[] {
  const commands: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'run' && typeof inner === 'string') commands.push(inner);
      else visit(inner);
    }
  };
  visit(parse(workflow));
  return commands;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

/**
 * What a workflow calls that is not there: scripts of package.json, programs of packages, files. Each as a sentence.
 * @param root absolute path of the repository, with its packages installed
 * @param scripts names of the scripts of package.json
 */
export function missingCommands(workflow: string, root: string, scripts: readonly string[]): string[] {
  return commandsOf(workflow).flatMap((command) => [
    ...matches(command, NPM_RUN)
      .filter((name) => !scripts.includes(name))
      .map((name) => `npm run ${name}: package.json has no such script.`),
    ...matches(command, NPX)
      .filter((name) => !existsSync(join(root, 'node_modules/.bin', name)))
      .map((name) => `npx ${name}: no package brings such a program.`),
    ...matches(command, FILE)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${path}: there is no such file.`),
  ]);
}
