import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files stay below 350 lines, functions below 80 and below a complexity of 20; without blank lines and comments. */
const RULES = {
  'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
  complexity: ['error', { max: 20 }],
} as const;

interface Diagnostic {
  message: string;
  code: string;
  filename: string;
}

/** Tests tell a story from above to below: a long one is read in one go. */
const isTest = (file: string): boolean =>
  /\.(?:test|rig|spec|shots)\.tsx?$|\/testing\/|^e2e\/|^service\/acceptance\/|-suite\.ts$/.test(file);

/** What of a function, or of a file, is over a limit: its lines, the ways through it. */
export interface Measures {
  lines?: number;
  complexity?: number;
}

/** One that stays as it is. */
export interface Exception extends Measures {
  /** A sentence about this one: why parts would not be clearer. */
  reason: string;
}

/**
 * What is longer or has more ways through than it should, by the linter.
 * @param folder of the sources.
 * @param folders folders below it.
 * @returns by "file function", such as "renderer/editor/canvas/overlays/minimap.tsx Minimap"; by "file" for a long file.
 */
export async function exceedingLimits(
  folder: string,
  folders: readonly string[],
): Promise<Record<string, Measures>> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-lengths-'));
  try {
    const config = join(directory, 'oxlintrc.json');
    await writeFile(config, JSON.stringify({ categories: { correctness: 'off' }, rules: RULES }));
    const linter = join(import.meta.dirname, '../../node_modules/.bin/oxlint');
    const { stdout } = await promisify(execFile)(linter, ['-c', config, '--format', 'json', ...folders], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      // It ends with 1 when it finds something.
    }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
    const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
    return count(diagnostics.filter(({ filename }) => !isTest(filename.replaceAll('\\', '/'))));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function count(diagnostics: readonly Diagnostic[]): Record<string, Measures> {
  const found: Record<string, Measures> = {};
  for (const { message, code, filename } of diagnostics) {
    const name = /`([^`]+)`/.exec(message)?.[1];
    const measure = code.includes('complexity') ? 'complexity' : 'lines';
    const value = Number(/(?:\((\d+)\)|complexity of (\d+))/.exec(message)?.slice(1).find(Boolean));
    const file = filename.replaceAll('\\', '/');
    const label = code.includes('(max-lines)') ? file : `${file} ${name ?? 'a function'}`;
    const before = found[label] ?? {};
    found[label] = { ...before, [measure]: Math.max(before[measure] ?? 0, value) };
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

/**
 * Compares what was found with the list of what may stay.
 * @returns a sentence for each difference.
 */
export function differences(
  found: Readonly<Record<string, Measures>>,
  list: Readonly<Record<string, Measures>>,
): string[] {
  const names = [...new Set([...Object.keys(found), ...Object.keys(list)])].toSorted();
  return names.flatMap((name) =>
    (['lines', 'complexity'] as const).flatMap((measure) => {
      const [current, allowed] = [found[name]?.[measure] ?? 0, list[name]?.[measure] ?? 0];
      if (current > allowed) {
        const limit = allowed === 0 ? 'over the limit' : `more than the ${allowed} of the list`;
        return [`${name}: ${measure} ${current}, ${limit}. Take it apart where that makes it clearer.`];
      }
      if (current === allowed) return [];
      const change = current === 0 ? `take ${measure} out of` : `write ${measure} ${current} into`;
      return [`${name} became smaller: ${change} its line in build/checks/long-functions.ts.`];
    }),
  );
}

/** Reasons that say nothing of their own function. @returns a sentence for each. */
export function reasonProblems(list: Readonly<Record<string, Partial<Exception>>>): string[] {
  const owners = new Map<string, string>();
  return Object.entries(list).flatMap(([name, { reason = '' }]) => {
    if (reason.trim().split(/\s+/).length < 5 || !reason.endsWith('.')) {
      return [`${name} has no reason: say in a sentence why it stays as it is.`];
    }
    const existing = owners.get(reason);
    owners.set(reason, name);
    return existing === undefined
      ? []
      : [`${name} has the reason of ${existing}: say what is so of this one.`];
  });
}
