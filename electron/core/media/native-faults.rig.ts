import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createSpawnLauncher } from '#native/pool/spawn-launcher.ts';
import { largePng, longGif, lyingPng } from '#native/testing/hostile-media.ts';
import { isUndisturbed, latencyBeside } from '#native/testing/latency.ts';
import { isAlive } from '#native/testing/native-bench.ts';
import { nativeChildrenOf, whenWorking } from '#native/testing/working-children.ts';
import type { CoreOptions } from '../options.ts';
import { file, startMediaService, urlOf, type ServedFile } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

/** Previews whose decoder crashes, swells or hangs: the core answers all the while. */

async function start(files: Record<string, ServedFile>, options: Partial<CoreOptions> = {}) {
  const service = await startMediaService(files);
  const desk = await startTestCore({ launchService: launcherOf(service.origin), ...options });
  const preview = async (name: string): Promise<Response> =>
    desk.core.media(new Request((await urlOf(desk, file(name), 'preview')).url));
  const cheap = async (): Promise<void> => void (await (await desk.ask('GET', '/desk/status')).text());
  return { desk, preview, cheap, native: join(desk.folder, 'desk', 'native') };
}

const png = (bytes: Buffer): ServedFile => ({ filename: 'large.png', contentType: 'image/png', bytes });

describe.runIf(process.platform === 'linux')('a decoder that fails over a preview', () => {
  test.each(['SIGSEGV', 'SIGKILL'] as const)(
    'by %s says so, the core answers all the while, and nothing is left',
    { timeout: 120_000 },
    async (signal) => {
      const names = ['a.png', 'b.png', 'c.png', 'd.png'];
      const { desk, preview, cheap, native } = await start({
        ...Object.fromEntries(names.map((name, index) => [name, png(largePng(15_000, 15_000 + index))])),
        'small.png': png(largePng(20, 20)),
      });
      const responses: { status: number; text: string }[] = [];
      const latency = await latencyBeside(cheap, async (round) => {
        const ending = async () => {
          const pid = await whenWorking(process.pid);
          process.kill(pid, signal);
        };
        const [response] = await Promise.all([preview(names[round]!), ending()]);
        responses.push({ status: response.status, text: await response.text() });
      });
      for (const { status, text } of responses) {
        expect(status).toBe(415);
        expect(text).toContain('This picture could not be read: the decoder crashed.');
      }
      expect(latency).toSatisfy(isUndisturbed);
      expect((await preview('small.png')).status).toBe(200);
      const children = nativeChildrenOf(process.pid);
      expect(children.length).toBeGreaterThan(0);
      await desk.core.close();
      expect(children.filter(isAlive)).toEqual([]);
      expect(existsSync(native)).toBe(false);
    },
  );

  test('by taking memory without end says so, and the core answers', { timeout: 120_000 }, async () => {
    const entry = fileURLToPath(new URL('../../../native/testing/swelling-child.ts', import.meta.url));
    const names = ['a.png', 'b.png', 'c.png', 'd.png'];
    const { preview, cheap, native } = await start(
      Object.fromEntries(names.map((name) => [name, png(largePng(20, 20))])),
      { launchNative: createSpawnLauncher({ entry }) },
    );
    const texts: string[] = [];
    const latency = await latencyBeside(
      cheap,
      async (round) => void texts.push(await (await preview(names[round]!)).text()),
    );
    for (const text of texts) expect(text).toMatch(/could not be read: it takes too (much memory|long)\./);
    expect(latency).toSatisfy(isUndisturbed);
    await expect.poll(() => readdirSync(native)).toEqual([]);
  });

  test('by never coming to an end says so after seconds', { timeout: 120_000 }, async () => {
    const entry = fileURLToPath(new URL('../../../native/testing/endless-child.ts', import.meta.url));
    const { preview, native } = await start(
      { 'a.png': png(largePng(20, 20)) },
      { launchNative: createSpawnLauncher({ entry }) },
    );
    expect(await (await preview('a.png')).text()).toContain('could not be read: it takes too long.');
    await expect.poll(() => readdirSync(native)).toEqual([]);
  });
});

test.each([
  ['a PNG that ends in the middle', 'image/png', largePng(2000, 2000).subarray(0, 60)],
  ['a PNG that says it is larger than any', 'image/png', lyingPng(0x7fff_ffff, 0x7fff_ffff)],
  ['a PNG with next to nothing in it', 'image/png', lyingPng(9000, 9000)],
  ['a PNG of more pixels than are read', 'image/png', largePng(20_100, 20_000)],
  ['a GIF of 100,000 frames', 'image/gif', longGif(100_000)],
  ['what is no picture', 'image/png', Buffer.from('no picture')],
])('%s gives a picture or a sentence, and the next picture is made', async (_what, contentType, bytes) => {
  const { preview } = await start({
    bad: { filename: 'bad', contentType, bytes },
    good: png(largePng(20, 20)),
  });
  const response = await preview('bad');
  const said = response.status === 200 ? 'a picture' : await response.text();
  expect(said).toMatch(/a picture|This (file|picture) (cannot|could not) be/);
  expect((await preview('good')).status).toBe(200);
});
