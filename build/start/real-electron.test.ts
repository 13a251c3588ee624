import { homedir, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { expect, test } from 'vitest';
import { bundleStale } from '../bundle/bundle.ts';
import { electronTargets, root } from '../bundle/targets.ts';
import { findElectron } from './electron-binary.ts';
import { hasDisplay } from './start-options.ts';

/** What only the real program can show. Elsewhere the desktop process runs on a typed stand-in. */

const binary = await findElectron({
  packageDirectory: join(root, 'node_modules/electron'),
  failureFile: join(homedir(), 'unused'),
});
const why =
  binary === null
    ? 'Electron is not there: run "npx install-electron"'
    : hasDisplay(process.platform, process.env)
      ? null
      : 'there is no display';

/** The hosted checks bring Electron and a display; there a test that cannot run is a fault. */
const isRequired = process.env['PATCHBAY_REAL_ELECTRON'] === 'required';

test.skipIf(why !== null && !isRequired)(
  `the app comes up in Electron, its page shut off from Node${why === null ? '' : ` (skipped: ${why})`}`,
  async () => {
    expect(why).toBeNull();
    await bundleStale(electronTargets);
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-real-'));
    // Electron's sandbox does not start as root; the page's own isolation is what is looked at here.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const app = await _electron.launch({
      executablePath: binary ?? '',
      args: [...asRoot, root, '--data', folder],
    });
    try {
      const page = await app.firstWindow();
      await page.waitForURL('patchbay://app/**');
      const seen = await page.evaluate(async () => {
        const status = (await (await fetch('/desk/status')).json()) as { host: string };
        return {
          host: status.host,
          globals: ['require', 'process', 'module'].filter((name) => name in globalThis),
        };
      });
      expect(seen).toEqual({ host: 'electron', globals: [] });
      const outside = await page.evaluate(() =>
        fetch('https://example.com/').then(
          () => 'reached',
          () => 'blocked',
        ),
      );
      expect(outside).toBe('blocked');
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    }
  },
  180_000,
);
