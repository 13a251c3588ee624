import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { startHostedService, startOtherBuild } from './hosted-service.ts';
import type { EditorPage } from './pages/editor.ts';
import { mediumPhotograph } from './photograph.ts';
import { colleague } from './service-client.ts';
import { clientOf, emptyProject, graphOf, stillWorks, useLocal, useService } from './services.ts';

/** What goes wrong outside the app: it says what to do, loses nothing, and stays up. */

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-bad-input-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test.describe('files', () => {
  test('a corrupt picture is stored, and the node that cannot read it says so @rig', async ({ desk }) => {
    const whole = await readFile(await mediumPhotograph());
    const corrupt = join(folder, 'corrupt.jpg');
    await writeFile(corrupt, Buffer.concat([whole.subarray(0, 400), randomBytes(5000)]));
    const editor = await emptyProject(desk);
    await editor.dropFiles([corrupt]);
    await expect(editor.node('corrupt.jpg').or(editor.node('Image'))).toBeVisible();
    await editor.saved();
    await editor.addFromPalette('Blur');
    const source = editor.canvas.locator('[data-node]').first();
    await editor.fit();
    await source.locator('[data-side="output"]').first().hover();
    await connectInOutline(editor, 0, /Blur/);
    await editor.saved();
    await editor.run();
    await expect(editor.runs.getByRole('region', { name: 'Run shown' })).toContainText('Failed', {
      timeout: 60_000,
    });
    await expect(editor.runs.getByText(/is not an image|cannot be read|damaged/i).first()).toBeVisible();
    await stillWorks(editor);
  });

  test('an empty file and a file of no known type @long', async ({ desk, dataFolder }) => {
    const empty = join(folder, 'empty.png');
    await writeFile(empty, '');
    const strange = join(folder, 'notes.xyz');
    await writeFile(strange, 'neither picture nor sound');
    const editor = await emptyProject(desk);
    await editor.dropFiles([empty, strange]);
    await expect(editor.canvas.getByText('empty.png is empty (0 bytes).')).toBeVisible();
    // The other one becomes a node and is uploaded as a plain file.
    await expect(editor.canvas.locator('[data-node]')).toHaveCount(1);
    const stored = await storedDocument(desk, dataFolder);
    await expect
      .poll(async () => (await stored()).nodes.map((node) => [node.type, holdsFile(node)]))
      .toContainEqual(['input/file', true]);
    await stillWorks(editor);
  });

  test('a file that is a name and a size only @long', async ({ desk }) => {
    const gone = join(folder, 'only-a-name.png');
    await writeFile(gone, '');
    await truncate(gone, 5 * 1024 ** 3);
    const editor = await emptyProject(desk);
    // As in the drags of some programs: the size is there, the bytes are not.
    await desk.evaluate(() => {
      Object.defineProperty(File.prototype, 'slice', { value: () => new Blob([]) });
    });
    await editor.dropFiles([gone]);
    await expect(editor.canvas.getByText('only-a-name.png cannot be read.')).toBeVisible();
    await stillWorks(editor);
  });

  test('a file larger than the storage that is left @long', async ({ desk }) => {
    const hosted = await startHostedService(join(folder, 'service'), ['--storage-limit', '1000000']);
    try {
      await useService(desk, hosted, 'Small studio');
      const large = join(folder, 'large.png');
      await writeFile(large, randomBytes(3_000_000));
      const editor = await emptyProject(desk);
      await editor.dropFiles([large]);
      await expect(editor.canvas.getByText(/No room left in your account. Delete files/)).toBeVisible();
      await stillWorks(editor);
    } finally {
      await hosted.stop();
      await useLocal(desk);
    }
  });
});

test.describe('services', () => {
  test('a dead host: edits are journaled over a reload, and sent when it is back @rig', async ({ desk }) => {
    const hosted = await startHostedService(join(folder, 'service'));
    try {
      await useService(desk, hosted, 'Far studio');
      const editor = await emptyProject(desk);
      await editor.addFromPalette('Noise');
      await editor.saved();
      await hosted.stop();
      await editor.addFromPalette('Gradient');
      await expect(editor.saveState).toHaveText(/^Offline · \d+ changes?$/, { timeout: 40_000 });
      await hosted.start();
      await editor.saved();
      expect((await graphOf(clientOf(hosted), desk.url())).nodes).toHaveLength(2);

      // The same with the window closed in between.
      await hosted.stop();
      await editor.addFromPalette('Blur');
      await expect(editor.saveState).toHaveText(/^Offline/, { timeout: 40_000 });
      await desk.reload();
      await hosted.start();
      await desk.reload();
      await editor.saved();
      await expect
        .poll(async () => (await graphOf(clientOf(hosted), desk.url())).nodes.map((node) => node.type))
        .toEqual(['image/noise', 'image/gradient', 'image/blur']);
    } finally {
      await hosted.stop();
      await useLocal(desk);
    }
  });

  test('node types, pins and operations that one side does not know @long', async ({ desk }) => {
    const hosted = await startHostedService(join(folder, 'service'));
    const beyond = ['addNode', 'removeNode', 'connect', 'disconnect'];
    const other = await startOtherBuild(
      hosted.origin,
      (path, body) => {
        if (path.endsWith('/openapi.json')) return withoutOperations(body, beyond);
        return path.endsWith('/document') ? withStranger(body) : body;
      },
      beyond,
      (_path, body) => withoutStranger(body),
    );
    try {
      await useService(desk, { ...hosted, origin: other.origin }, 'Other build');
      const editor = await emptyProject(desk);
      await expect(editor.node('From the future')).toBeVisible();
      await editor.addFromPalette('Noise');
      await editor.saved();
      expect(other.methods).toContain('PUT');
      const stored = await graphOf(clientOf(hosted), desk.url());
      expect(stored.nodes.map((node) => node.type)).toContain('image/noise');
      await expect(editor.node('From the future')).toBeVisible();
    } finally {
      other.close();
      await hosted.stop();
      await useLocal(desk);
    }
  });
});

test.describe('the local service', () => {
  test('killed in mid-run: it starts again and the run goes on @long', async ({ desk, dataFolder }) => {
    const editor = await emptyProject(desk);
    await editor.addFromPalette('Delay');
    const seconds = editor.node('Delay').getByRole('spinbutton').first();
    await seconds.fill('15');
    await seconds.press('Enter');
    await editor.saved();
    await editor.run();
    await expect(editor.node('Delay')).toHaveAttribute('data-phase', 'running');
    process.kill(await servicePid(dataFolder), 'SIGKILL');
    await editor.runFinished();
    await expect(editor.node('Delay')).toHaveAttribute('data-phase', 'succeeded');
    await stillWorks(editor);
  });

  test('killed in mid-upload: the upload goes on', { tag: '@long' }, async ({ desk, dataFolder }) => {
    const large = join(folder, 'large.bin');
    await writeFile(large, '');
    await truncate(large, 400 * 1024 ** 2);
    const editor = await emptyProject(desk);
    await editor.dropFiles([large]);
    const pid = await servicePid(dataFolder);
    await bytesArriving(dataFolder, 48 * 1024 ** 2);
    process.kill(pid, 'SIGKILL');
    const stored = await storedDocument(desk, dataFolder);
    // Nobody answers while the service starts again.
    await expect(async () => {
      expect((await stored()).nodes.some(holdsFile)).toBe(true);
    }).toPass({ timeout: 90_000 });
    expect(await servicePid(dataFolder)).not.toBe(pid);
    await editor.saved();
  });
});

async function connectInOutline(editor: EditorPage, row: number, to: RegExp): Promise<void> {
  const { page } = editor;
  await page.getByRole('tab', { name: 'Outline' }).click();
  await page.getByRole('option').nth(row).click();
  await page.getByRole('listbox', { name: 'Nodes in the order they run' }).press('c');
  await page.getByRole('dialog').getByRole('button', { name: to }).first().click();
}

/** The graph as the local service has it; asked anew each time, wherever the service listens now. */
async function storedDocument(desk: Page, dataFolder: string) {
  const address = desk.url();
  return async () => graphOf((await colleague(dataFolder)).call, address);
}

/** Whether a file node holds the id of an uploaded file. */
function holdsFile(node: { inputs?: Record<string, { value?: unknown }> }): boolean {
  const value = node.inputs?.['file']?.value;
  return typeof value === 'string' && value.startsWith('file_');
}

async function servicePid(dataFolder: string): Promise<number> {
  const state = JSON.parse(await readFile(join(dataFolder, 'desk/local-service.json'), 'utf8')) as {
    pid: number;
  };
  return state.pid;
}

/**
 * Resolves when so many bytes of an upload lie in the local service's store: looked up on the disk, often, because what
 * the page shows of a fast upload can be over before anybody has read it.
 */
async function bytesArriving(dataFolder: string, least: number): Promise<void> {
  const incoming = join(dataFolder, 'service/blobs/incoming');
  await expect
    .poll(
      async () => {
        const sizes = (await readdir(incoming)).map((name) =>
          stat(join(incoming, name)).then(
            (stats) => stats.size,
            () => 0,
          ),
        );
        return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      },
      { intervals: [10], timeout: 60_000 },
    )
    .toBeGreaterThan(least);
}

/** The API's description as a service has it that knows the first operations only. */
function withoutOperations(description: unknown, names: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(description), (_key, value: unknown) => {
    if (names.includes(nameOf(value))) return undefined;
    return Array.isArray(value) ? value.filter((entry) => entry !== undefined) : value;
  });
}

function nameOf(entry: unknown): string {
  const op = (entry as { properties?: { op?: { const?: string; enum?: string[] } } } | null)?.properties?.op;
  return op?.const ?? op?.enum?.[0] ?? '';
}

/** Adds a node whose type and inputs nobody here knows. */
function withStranger(body: unknown): unknown {
  const response = body as { document?: { graph: { nodes: unknown[] } } };
  const nodes = response.document?.graph.nodes;
  if (nodes && !nodes.some((node) => (node as { id: string }).id === 'stranger')) {
    nodes.push({
      id: 'stranger',
      type: 'quantum/entangle',
      title: 'From the future',
      position: { x: 0, y: 0 },
      inputs: { spin: { type: 'string', value: 'up' } },
    });
  }
  return response;
}

/** The service behind does not know the node that was added to its responses. */
function withoutStranger(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'nodes' && Array.isArray(value)
      ? value.filter((node) => (node as { id?: unknown }).id !== 'stranger')
      : value,
  );
}
