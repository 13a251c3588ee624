import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');

/** What the linter has to refuse while one writes: file, import, and a word of the message. */
const REFUSED: readonly [file: string, specifier: string, says: string][] = [
  ['shared/graph/a.ts', '#service/context.ts', 'shared knows the schema library'],
  ['shared/graph/b.ts', '#service/http/validate.ts', 'shared knows the schema library'],
  ['shared/graph/c.ts', 'node:fs', 'no module of Node'],
  ['native/pool/a.ts', '#core/api/proxy.ts', 'native knows shared'],
  ['service/app/a.ts', '#renderer/editor/canvas/input/gestures.ts', 'the service knows'],
  ['service/app/b.ts', 'sharp', 'only native/decoders'],
  ['electron/core/api/a.ts', 'electron', 'runs without Electron'],
  ['electron/core/api/b.test.ts', '#service/app/app.ts', 'the core knows'],
  ['renderer/runs/a.ts', '#renderer/editor/index.ts', 'compose'],
  ['renderer/runs/b.test.ts', '#renderer/editor/canvas/input/gestures.ts', 'compose'],
  ['renderer/runs/c.test.tsx', '#renderer/app/app.tsx', 'compose'],
  ['renderer/editor/a.ts', '#renderer/uploads/upload-queue.ts', 'compose'],
  ['renderer/ui/a.ts', '#renderer/runs/index.ts', 'knows no feature'],
  ['renderer/ui/b.ts', 'node:path', 'no module of Node'],
  ['build/bench/a.ts', 'sharp', 'only native/decoders'],
  ['e2e/a.spec.ts', '#core/core.ts', 'what a person would'],
];

const ALLOWED: readonly [file: string, specifier: string][] = [
  ['service/app/allowed.ts', '#shared/api/index.ts'],
  ['renderer/editor/allowed.ts', '#renderer/uploads/index.ts'],
  ['renderer/runs/allowed.ts', '#renderer/ui/index.ts'],
  ['renderer/runs/allowed.test.ts', '#renderer/testing/render-page.tsx'],
  ['electron/main/allowed.ts', 'electron'],
];

let folder: string;
let diagnostics: { filename: string; code: string; help: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-lint-'));
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, specifier] of [...REFUSED, ...ALLOWED]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `import { a } from '${specifier}';\n\nexport const b = a;\n`);
  }
  const run = promisify(execFile)(process.execPath, [oxlint, '--format=json'], { cwd: folder });
  const output = await run.then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  );
  ({ diagnostics } = JSON.parse(output));
});

function messagesFor(file: string): string[] {
  return diagnostics
    .filter(
      ({ filename, code }) =>
        filename.replaceAll('\\', '/').endsWith(file) && code.includes('no-restricted-imports'),
    )
    .map(({ help }) => help);
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the linter', () => {
  test.each(REFUSED)('tells %s that it may not import %s', (file, _, says) => {
    expect(messagesFor(file)).toEqual([expect.stringContaining(says)]);
  });

  test.each(ALLOWED)('lets %s import %s', (file) => {
    expect(messagesFor(file)).toEqual([]);
  });
});
