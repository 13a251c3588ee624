import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPageFiles, type PageFiles } from '#core/hosting/page-files.ts';
import { channelBearerPrefix, channelProtocol } from '#shared/desk/channel.ts';
import { startBrowserHost, type BrowserHost } from './host.ts';

/** The same rules in a real browser, which sends the headers that count by itself. */

const program = [
  process.env['PATCHBAY_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

/** A GIF of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** In the page: whether an element loads. */
const loads = `(tag, url) => new Promise((done) => {
  const element = document.createElement(tag);
  element.onload = () => done(true);
  element.onerror = () => done(false);
  element.src = url;
  document.body.append(element);
})`;

describe.skipIf(program === undefined)('in a real browser (skipped where no Chromium is installed)', () => {
  let folder: string;
  let host: BrowserHost;
  let pages: PageFiles;
  let attacker: Server;
  let browser: Browser;
  let page: Page;
  let reached: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-real-browser-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><script>window.inline = true</script><style>body { color: red }</style><style nonce="__PATCHBAY_NONCE__">body { margin: 7px }</style><body></body><script type="module" src="/assets/app.js"></script>',
    );
    await writeFile(join(folder, 'assets/app.js'), 'window.started = true;');
    host = await startBrowserHost({
      served: () => ({
        async fetch(request) {
          reached.push(`${request.method} ${new URL(request.url).pathname}`);
          return Response.json({ fine: true });
        },
        call: async () => ({ id: 1, status: 204 }),
        media: async () => new Response(picture, { headers: { 'content-type': 'image/gif' } }),
      }),
      pages: () => pages,
      version: '1',
      onError(error) {
        throw error;
      },
    });
    pages = await loadPageFiles(folder, { mediaOrigin: () => host.mediaOrigin });
    attacker = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><body></body>');
    });
    await new Promise<void>((done) => attacker.listen(0, '127.0.0.1', done));
    browser = await chromium.launch({
      executablePath: program ?? '',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await host.close();
    await new Promise((done) => {
      attacker.close(done);
      attacker.closeAllConnections();
    });
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    reached = [];
    page = await browser.newPage();
    return () => page.close();
  });

  /** The app's own page, signed in. */
  async function openApp(): Promise<string> {
    const link = host.link();
    await page.goto(link);
    await page.waitForFunction('window.started');
    return (await page.evaluate(
      `fetch('/desk/session', { method: 'POST', body: JSON.stringify({ token: ${JSON.stringify(link.split('=')[1])} }) })
        .then((response) => response.json()).then(({ bearer }) => bearer)`,
    )) as string;
  }

  test('the app signs in, asks and shows media', async () => {
    const bearer = await openApp();
    const ask = `fetch('/desk/status', { headers: { authorization: 'Bearer ${bearer}' } }).then((response) => response.status)`;
    expect(await page.evaluate(ask)).toBe(200);
    expect(await page.evaluate(`fetch('/desk/status').then((response) => response.status)`)).toBe(401);
    expect(await page.evaluate(`(${loads})('img', '${host.mediaOrigin}/media/token')`)).toBe(true);
    expect(reached).toEqual(['GET /desk/status']);
  });

  test('the content policy holds inside of the page', { tags: 'rig' }, async () => {
    await openApp();
    expect(await page.evaluate('window.inline')).toBeUndefined();
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('7px');
    const { port } = attacker.address() as AddressInfo;
    const fetched = await page.evaluate(
      `fetch('http://127.0.0.1:${port}/').then(() => 'sent', () => 'blocked')`,
    );
    expect(fetched).toBe('blocked');
    expect(await page.evaluate(`(${loads})('img', 'http://127.0.0.1:${port}/x.gif')`)).toBe(false);
    expect(
      await page.evaluate(`fetch('${host.mediaOrigin}/media/token').then(() => 'read', () => 'blocked')`),
    ).toBe('blocked');
  });

  // Another port of the same address is another origin but the same site; another name is another site.
  test.each(['127.0.0.1', 'localhost'])(
    'a page on another origin (%s) gets nowhere',
    { tags: 'rig' },
    async (name) => {
      const { port } = attacker.address() as AddressInfo;
      const bearer = await openApp();
      const token = host.link().split('=')[1] ?? '';
      reached = [];
      await page.goto(`http://${name}:${port}/`);
      const headers = `{ authorization: 'Bearer ${bearer}' }`;
      for (const attempt of [
        `fetch('${host.origin}/desk/status', { headers: ${headers} })`,
        `fetch('${host.origin}/desk/status')`,
        `fetch('${host.origin}/desk/connections', { method: 'POST', body: '{}' })`,
        `fetch('${host.origin}/')`,
      ]) {
        expect(await page.evaluate(`${attempt}.then(() => 'read', () => 'blocked')`)).toBe('blocked');
      }
      await page.evaluate(
        `fetch('${host.origin}/desk/session', { method: 'POST', mode: 'no-cors', body: '{"token":"${token}"}' })`,
      );
      expect(await page.evaluate(`(${loads})('script', '${host.origin}/assets/app.js')`)).toBe(false);
      expect(reached).toEqual([]);
      // The stolen token was refused before it was looked at: its owner can still use it.
      await page.goto(`${host.origin}/`);
      const status = await page.evaluate(
        `fetch('/desk/session', { method: 'POST', body: '{"token":"${token}"}' }).then((response) => response.status)`,
      );
      expect(status).toBe(200);
    },
  );

  /** In the page: what becomes of a WebSocket to the host. */
  const openSocket = (address: string, bearer: string) =>
    `new Promise((done) => {
      const socket = new WebSocket('${address}', ['${channelProtocol}', '${channelBearerPrefix}${bearer}']);
      socket.onopen = () => socket.send('{}');
      socket.onmessage = ({ data }) => done(data);
      // A policy that forbids it has it fail without a close.
      socket.onerror = () => done('failed');
    })`;

  test('the app opens its channel, by an address without an origin, and no page to anywhere else', async () => {
    const bearer = await openApp();
    expect(await page.evaluate(openSocket('/desk/channel', bearer))).toBe('{"id":1,"status":204}');
    expect(await page.evaluate(openSocket('/desk/channel', 'x'.repeat(43)))).toBe('failed');
    const { port } = attacker.address() as AddressInfo;
    let knocks = 0;
    attacker.on('upgrade', (_request, socket) => {
      knocks += 1;
      socket.destroy();
    });
    expect(await page.evaluate(openSocket(`ws://127.0.0.1:${port}/`, bearer))).toBe('failed');
    expect(knocks).toBe(0);
  });

  test.each(['127.0.0.1', 'localhost'])(
    'a page on another origin (%s) opens no channel, whatever it knows',
    { tags: 'rig' },
    async (name) => {
      const { port } = attacker.address() as AddressInfo;
      const bearer = await openApp();
      await page.goto(`http://${name}:${port}/`);
      const address = `${host.origin.replace('http', 'ws')}/desk/channel`;
      expect(await page.evaluate(openSocket(address, bearer))).toBe('failed');
    },
  );

  test('another site cannot embed media even when it knows the address', async () => {
    const { port } = attacker.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    expect(await page.evaluate(`(${loads})('img', '${host.mediaOrigin}/media/token')`)).toBe(false);
  });

  test('a sandboxed frame of any page has no origin, and is refused', { tags: 'rig' }, async () => {
    const bearer = await openApp();
    reached = [];
    const { port } = attacker.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    const outcome = await page.evaluate(`new Promise((done) => {
      addEventListener('message', (event) => done(event.data));
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.srcdoc = "<script>fetch('${host.origin}/desk/status', { headers: { authorization: 'Bearer ${bearer}' } }).then(() => 'read', () => 'blocked').then((said) => parent.postMessage(said, '*'))</" + "script>";
      document.body.append(frame);
    })`);
    expect(outcome).toBe('blocked');
    expect(reached).toEqual([]);
  });
});
