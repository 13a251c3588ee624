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

/**
 * What is longer or has more ways through than it should, by the linter.
 * @param folder of the sources.
 * @param rooms folders below it.
 * @returns a number for "file function: measure", such as "renderer/editor/canvas/overlays/minimap.tsx Minimap: lines".
 */
export async function tooLong(folder: string, rooms: readonly string[]): Promise<Record<string, number>> {
  const place = await mkdtemp(join(tmpdir(), 'patchbay-lengths-'));
  try {
    const config = join(place, 'oxlintrc.json');
    await writeFile(config, JSON.stringify({ categories: { correctness: 'off' }, rules: RULES }));
    const linter = join(import.meta.dirname, '../../node_modules/.bin/oxlint');
    const { stdout } = await promisify(execFile)(linter, ['-c', config, '--format', 'json', ...rooms], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      // It ends with 1 when it finds something.
    }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
    const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
    return count(diagnostics.filter(({ filename }) => !isTest(filename.replaceAll('\\', '/'))));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function count(diagnostics: readonly Diagnostic[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { message, code, filename } of diagnostics) {
    const name = /`([^`]+)`/.exec(message)?.[1];
    const measure = code.includes('complexity') ? 'complexity' : 'lines';
    const value = Number(/(?:\((\d+)\)|complexity of (\d+))/.exec(message)?.slice(1).find(Boolean));
    const file = filename.replaceAll('\\', '/');
    const what = code.includes('(max-lines)')
      ? `${file}: lines`
      : `${file} ${name ?? 'a function'}: ${measure}`;
    found[what] = Math.max(found[what] ?? 0, value);
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}
