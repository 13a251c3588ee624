import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadPageFiles, type PageFiles } from '#core/hosting/page-files.ts';
import { acceptedLanguages, settleLocale } from '#shared/desk/languages.ts';
import { startBrowserHost, type BrowserHost, type Served } from './host.ts';

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Node's bare client: it sends exactly the headers it is given, as a hostile page or program could. */
function ask(
  origin: string,
  target: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<Received> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((done, failed) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        path: target,
        method: options.method ?? 'GET',
        headers: { host, ...options.headers },
        agent: false,
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => (text += chunk));
        incoming.on('error', failed);
        incoming.on('end', () => done({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
      },
    );
    outgoing.on('error', failed);
    outgoing.end(options.body);
  });
}

const samePage = { 'sec-fetch-site': 'same-origin' };

let folder: string;
let host: BrowserHost;
let pages: PageFiles;
let served: Served;
/** Requests that got through to the core, in order. */
let reached: Request[];
/** Messages of the channel that got through to the core, in order. */
let called: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-host-'));
  await mkdir(join(folder, 'pages/assets'), { recursive: true });
  await writeFile(
    join(folder, 'pages/index.html'),
    '<!doctype html><html lang="en"><meta property="csp-nonce" nonce="__PATCHBAY_NONCE__"><title>Patchbay</title>',
  );
  await writeFile(join(folder, 'pages/assets/app-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'not for pages');
  reached = [];
  called = [];
  served = {
    async fetch(request) {
      reached.push(request);
      return Response.json({ path: new URL(request.url).pathname, body: await request.text() });
    },
    async call(message) {
      called.push(String(message));
      return { id: 1, status: 204 };
    },
    media: async (request) =>
      new Response(request.headers.get('range') === 'bytes=1-2' ? 'el' : 'hello', {
        status: request.headers.has('range') ? 206 : 200,
        headers: { 'content-type': 'text/html', 'access-control-allow-origin': '*' },
      }),
  };
  host = await startBrowserHost({
    served: () => served,
    pages: () => pages,
    version: '1.2.3',
    onError(error) {
      throw error;
    },
  });
  pages = await loadPageFiles(join(folder, 'pages'), {
    mediaOrigin: () => host.mediaOrigin,
    locale: ({ headers }) =>
      settleLocale('system', acceptedLanguages(headers.get('accept-language')), ['en', 'de']),
  });
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

function tokenOf(link: string): string {
  return /#token=(\S+)$/.exec(link)?.[1] ?? '';
}

function exchange(token: string, headers: Record<string, string> = samePage): Promise<Received> {
  return ask(host.origin, '/desk/session', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

async function signIn(): Promise<Record<string, string>> {
  const response = await exchange(tokenOf(host.link()));
  expect(response.status).toBe(200);
  const { bearer } = JSON.parse(response.text) as { bearer: string };
  return { ...samePage, authorization: `Bearer ${bearer}` };
}

describe('who is let in', () => {
  test('a page with its bearer reaches the core, which never sees the bearer', async () => {
    const headers = await signIn();
    const response = await ask(host.origin, '/desk/status?x=1', { headers: { ...headers, cookie: 'a=b' } });
    expect(response.status).toBe(200);
    expect(reached).toHaveLength(1);
    expect(reached[0]?.url).toBe(`${host.origin}/desk/status?x=1`);
    expect(reached[0]?.headers.has('authorization')).toBe(false);
    expect(reached[0]?.headers.has('cookie')).toBe(false);
  });

  test('each tab that is let in can let in one more, whose bearer is its own', async () => {
    const first = JSON.parse((await exchange(tokenOf(host.link()))).text) as { bearer: string; next: string };
    const second = JSON.parse((await exchange(first.next)).text) as { bearer: string; next: string };
    expect(new Set([first.bearer, first.next, second.bearer, second.next]).size).toBe(4);
    expect((await exchange(first.next)).status).toBe(401);
    const headers = { ...samePage, authorization: `Bearer ${second.bearer}` };
    expect((await ask(host.origin, '/desk/status', { headers })).status).toBe(200);
    // It is no bearer, and no other page may exchange it.
    const asBearer = { ...samePage, authorization: `Bearer ${second.next}` };
    expect((await ask(host.origin, '/desk/status', { headers: asBearer })).status).toBe(401);
    expect((await exchange(second.next, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await exchange(second.next)).status).toBe(200);
  });

  test.each(['/desk/status', '/desk', '/api/con_1/v1/projects', '/api'])(
    '%s without a bearer, or with a wrong one, is refused',
    async (target) => {
      const headers = await signIn();
      expect((await ask(host.origin, target, { headers: samePage })).status).toBe(401);
      const wrong = { ...samePage, authorization: `${headers['authorization']?.slice(0, -1)}-` };
      expect((await ask(host.origin, target, { headers: wrong })).status).toBe(401);
      expect((await ask(host.origin, `${target}?bearer=x`, { headers: samePage })).status).toBe(401);
      expect(reached).toHaveLength(0);
    },
  );

  test.each([
    ['another name', 'rebound.example'],
    ['another name with the port', 'rebound.example:PORT'],
    ['localhost', 'localhost:PORT'],
    ['no port', '127.0.0.1'],
    ['another port', '127.0.0.1:1'],
  ])('a Host of %s is refused everywhere, bearer or not', async (_what, name) => {
    const headers = await signIn();
    const wrongHost = name.replace('PORT', new URL(host.origin).port);
    for (const target of ['/', '/assets/app-1a2b.js', '/desk/status']) {
      const response = await ask(host.origin, target, { headers: { ...headers, host: wrongHost } });
      expect(response.status).toBe(421);
    }
    const media = await ask(host.mediaOrigin, '/media/t', { headers: { host: wrongHost } });
    expect(media.status).toBe(421);
    expect(reached).toHaveLength(0);
  });

  test.each(['cross-site', 'same-site', 'none', 'same-origin, same-origin'])(
    'Sec-Fetch-Site: %s does not reach the core',
    async (site) => {
      const headers = await signIn();
      const response = await ask(host.origin, '/desk/status', {
        headers: { ...headers, 'sec-fetch-site': site },
      });
      expect(response.status).toBe(403);
      expect(reached).toHaveLength(0);
    },
  );

  test('a request that does not say where it comes from does not reach the core', async () => {
    const { authorization } = await signIn();
    const response = await ask(host.origin, '/desk/status', {
      headers: { authorization: authorization ?? '' },
    });
    expect(response.status).toBe(403);
  });

  test.each(['null', 'https://example.com', 'http://127.0.0.1:1'])(
    'Origin: %s is refused',
    async (origin) => {
      const headers = await signIn();
      const response = await ask(host.origin, '/desk/status', { headers: { ...headers, origin } });
      expect(response.status).toBe(403);
      expect(reached).toHaveLength(0);
    },
  );

  test('an unknown method and a request line naming another server are refused', async () => {
    const headers = await signIn();
    expect((await ask(host.origin, '/desk/status', { headers, method: 'OPTIONS' })).status).toBe(405);
    expect((await ask(host.origin, '/desk/status', { headers, method: 'TRACE' })).status).toBe(405);
    expect((await ask(host.origin, 'http://example.com/desk/status', { headers })).status).toBe(400);
    expect(reached).toHaveLength(0);
  });

  test('no response allows another origin to read it', async () => {
    const headers = await signIn();
    served.fetch = async () =>
      new Response('{}', { headers: { 'access-control-allow-origin': '*', 'set-cookie': 'a=b' } });
    const response = await ask(host.origin, '/api/con_1/v1/projects', { headers });
    expect(response.status).toBe(200);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('sessions', () => {
  test('a token works once', async () => {
    const token = tokenOf(host.link());
    expect((await exchange(token)).status).toBe(200);
    expect((await exchange(token)).status).toBe(401);
  });

  test('another page cannot spend a token', async () => {
    const token = tokenOf(host.link());
    expect((await exchange(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await exchange(token, {})).status).toBe(403);
    expect((await exchange(token, { ...samePage, origin: 'null' })).status).toBe(403);
    expect((await exchange(token)).status).toBe(200);
  });

  test('nonsense is refused, however long', async () => {
    for (const body of ['', '{}', '[]', '{"token":1}', `{"token":"${'x'.repeat(100_000)}"}`]) {
      const response = await ask(host.origin, '/desk/session', { method: 'POST', headers: samePage, body });
      expect(response.status).toBe(401);
    }
    expect((await ask(host.origin, '/desk/session', { headers: samePage })).status).toBe(405);
  });

  test('a second start gets a fresh address by the launch secret, and a page cannot', async () => {
    const links = (headers: Record<string, string>) =>
      ask(host.origin, '/desk/host/links', { method: 'POST', headers });
    const secret = { authorization: `Bearer ${host.launchSecret}` };
    const response = await links(secret);
    expect(response.status).toBe(200);
    const { url, version } = JSON.parse(response.text) as { url: string; version: string };
    expect(version).toBe('1.2.3');
    expect(url.startsWith(`${host.origin}/#token=`)).toBe(true);
    expect((await exchange(tokenOf(url))).status).toBe(200);

    expect((await links({})).status).toBe(401);
    expect((await links({ ...secret, ...samePage })).status).toBe(403);
    expect((await links({ ...secret, origin: host.origin })).status).toBe(403);
    expect((await links(await signIn())).status).toBe(403);
    const asBearer = await ask(host.origin, '/desk/status', { headers: { ...samePage, ...secret } });
    expect(asBearer.status).toBe(401);
  });
});

describe('pages', () => {
  test('the page allows only the app itself and its media', async () => {
    const response = await ask(host.origin, '/projects/prj_1');
    expect(response.status).toBe(200);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain(host.mediaOrigin);
    expect(policy).not.toContain('unsafe');
    const nonce = /nonce="([^"]+)"/.exec(response.text)?.[1] ?? '';
    expect(policy).toContain(`'nonce-${nonce}'`);
    const again = await ask(host.origin, '/');
    expect(again.text).not.toContain(nonce);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt%00.js',
    '/assets/',
    '/assets/app-1a2b.js/',
    '/package.json',
  ])('%s finds no file', async (target) => {
    const response = await ask(host.origin, target);
    expect(response.text).not.toContain('not for pages');
    expect(response.status).toBe(404);
  });

  test('an address that only looks like the core after decoding stays outside of it', async () => {
    for (const target of ['/%64esk/status', '/desk%2fstatus', '/x/..%2fdesk/status', '/DESK/status']) {
      await ask(host.origin, target, { headers: samePage });
    }
    expect((await ask(host.origin, '/x/../desk/status', { headers: samePage })).status).toBe(401);
    expect(reached).toHaveLength(0);
  });

  test('files are cached for ever, the page is not cached at all', async () => {
    const script = await ask(host.origin, '/assets/app-1a2b.js');
    expect(script.headers['cache-control']).toContain('immutable');
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    expect((await ask(host.origin, '/')).headers['cache-control']).toBe('no-store');
    const head = await ask(host.origin, '/assets/app-1a2b.js', { method: 'HEAD' });
    expect(head.headers['content-length']).toBe('10');
    expect(head.text).toBe('');
  });

  test('a page is in the language that its browser asks for', async () => {
    const languageFor = async (accepted: string) => {
      const { text } = await ask(host.origin, '/', { headers: { 'accept-language': accepted } });
      return /<html lang="([^"]*)">/.exec(text)?.[1];
    };
    expect(await languageFor('en-US,en;q=0.9')).toBe('en-US');
    expect(await languageFor('fr;q=0.9, de-AT;q=0.8, en;q=0.7')).toBe('de-AT');
    expect(await languageFor('fr')).toBe('en');
    expect(await languageFor('de"><script>')).toBe('en');
  });

  test('a project has a page of its own where the build made one, and that has no address itself', async () => {
    const textAt = async (path: string) => (await ask(host.origin, path)).text;
    expect(await textAt('/projects/local/prj_1')).toContain('<title>Patchbay</title>');
    await writeFile(
      join(folder, 'pages/project.html'),
      '<!doctype html><meta property="csp-nonce" nonce="__PATCHBAY_NONCE__"><title>Canvas</title>',
    );
    pages = await loadPageFiles(join(folder, 'pages'), { mediaOrigin: () => host.mediaOrigin });
    const project = await ask(host.origin, '/projects/local/prj_1');
    expect(project.text).toContain('<title>Canvas</title>');
    const [, nonce] = /nonce="([^"]+)"/.exec(project.text) ?? [];
    expect(project.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    for (const path of ['/', '/gallery', '/projects/local/prj_1/timeline']) {
      expect(await textAt(path)).toContain('<title>Patchbay</title>');
    }
    expect((await ask(host.origin, '/project.html')).status).toBe(404);
  });

  test('another site may link to the app but neither embed nor change it', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    const navigation = { ...crossSite, 'sec-fetch-mode': 'navigate' };
    const opened = await ask(host.origin, '/', { headers: { ...navigation, 'sec-fetch-dest': 'document' } });
    expect(opened.status).toBe(200);
    const framed = await ask(host.origin, '/', { headers: { ...navigation, 'sec-fetch-dest': 'iframe' } });
    expect(framed.status).toBe(403);
    expect((await ask(host.origin, '/assets/app-1a2b.js', { headers: crossSite })).status).toBe(403);
    expect((await ask(host.origin, '/', { method: 'POST', body: 'x' })).status).toBe(405);
  });
});

describe('media', () => {
  test('bytes are served as bytes, whatever their type, and ranges get through', async () => {
    const response = await ask(host.mediaOrigin, '/media/t', { headers: { range: 'bytes=1-2' } });
    expect(response.status).toBe(206);
    expect(response.text).toBe('el');
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('only the pages of the app may read the bytes, whoever asks and whatever the core allows', async () => {
    for (const origin of [host.origin, 'http://127.0.0.1:1', 'https://example.com']) {
      const response = await ask(host.mediaOrigin, '/media/t', { headers: { origin } });
      expect(response.headers['access-control-allow-origin']).toBe(host.origin);
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test('other sites, other methods and other addresses are refused', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect((await ask(host.mediaOrigin, '/media/t', { headers: crossSite })).status).toBe(403);
    expect((await ask(host.mediaOrigin, '/media/t', { headers: { origin: 'null' } })).status).toBe(403);
    expect((await ask(host.mediaOrigin, '/media/t', { method: 'POST' })).status).toBe(405);
    expect((await ask(host.mediaOrigin, '/desk/status')).status).toBe(404);
    expect((await ask(host.mediaOrigin, '/')).status).toBe(404);
  });
});

test('the ports are reachable from this computer only, and differ', () => {
  expect(new URL(host.origin).hostname).toBe('127.0.0.1');
  expect(new URL(host.mediaOrigin).hostname).toBe('127.0.0.1');
  expect(host.origin).not.toBe(host.mediaOrigin);
});
