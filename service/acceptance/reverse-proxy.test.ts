// @module-tag rig
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import { API_PREFIX, type PublicFileUploadSession, type PublicRunDetail } from '#shared/api/index.ts';
import { delayGraph } from '#service/testing/service-client.ts';
import { createServiceKey, ServiceProgram } from '#service/testing/service-program.ts';

/** The service behind nginx and Caddy, as the files of `docs/deploy` set them up. */

const exampleOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/deploy/${name}`, import.meta.url)), 'utf8');

/** What an example has to be told of this computer. */
interface Place {
  folder: string;
  port: number;
  /** Host and port of the service. */
  upstream: string;
  certificate: string;
  certificateKey: string;
}

interface Proxy {
  name: string;
  program: string | undefined;
  /** Writes its configuration. @returns its arguments */
  configure: (place: Place) => string[];
}

const findProgram = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Replaces each text, which has to be there. */
const replaced = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replace(from, to);
  }, text);

const nginx: Proxy = {
  name: 'nginx',
  program: findProgram('nginx'),
  configure({ folder, port, upstream, certificate, certificateKey }) {
    const server = replaced(exampleOf('nginx.conf'), [
      ['server 127.0.0.1:8787;', `server ${upstream};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['patchbay.example;', 'localhost;'],
      ['/etc/ssl/patchbay.example.pem', certificate],
      ['/etc/ssl/patchbay.example.key', certificateKey],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`,
    );
    return ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  },
};

const caddy: Proxy = {
  name: 'caddy',
  program: findProgram('caddy'),
  configure({ folder, port, upstream, certificate, certificateKey }) {
    const site = replaced(exampleOf('Caddyfile'), [
      ['patchbay.example {', `https://localhost:${port} {\n\ttls ${certificate} ${certificateKey}`],
      ['127.0.0.1:8787', upstream],
    ]);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.each([nginx, caddy])('behind $name', ({ name, program, configure }) => {
  let folder: string;
  let services: ServiceProgram;
  let proxy: ChildProcess | null = null;
  let ca: Buffer;
  let origin: string;
  let key: string;

  beforeEach(async ({ skip }) => {
    for (const [needed, path] of [
      [name, program],
      ['openssl', findProgram('openssl')],
    ] as const)
      if (path === undefined)
        skip(`${needed} is not on this computer; "apt-get install ${needed}" brings it.`);
    folder = mkdtempSync(join(tmpdir(), `patchbay-${name}-`));
    const certificate = join(folder, 'certificate.pem');
    const certificateKey = join(folder, 'certificate.key');
    execFileSync(
      'openssl',
      [
        'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' '),
        ['-addext', 'subjectAltName=DNS:localhost', '-keyout', certificateKey, '-out', certificate],
      ].flat(),
      { stdio: 'ignore' },
    );
    ca = readFileSync(certificate);
    const data = join(folder, 'data');
    key = await createServiceKey(data);
    services = new ServiceProgram(data);
    const port = await freePort();
    origin = `https://localhost:${port}`;
    const service = await services.start({
      'public-url': origin,
      'trust-proxy': '127.0.0.1',
      'rate-limit': 40,
    });
    const own = join(folder, 'proxy');
    mkdirSync(own);
    const upstream = new URL(service.origin).host;
    const args = configure({ folder: own, port, upstream, certificate, certificateKey });
    const environment = { ...process.env, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own };
    proxy = spawn(program!, args, { stdio: 'ignore', env: environment });
    await vi.waitFor(async () => (await send('HEAD', '/')).body, { timeout: 60_000, interval: 100 });
  });

  afterEach(async () => {
    if (proxy !== null) {
      const exited = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await exited;
      proxy = null;
      await services.killAll();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Sends a request through the proxy, to a path or to an address that the service has named. */
  async function open(
    method: string,
    address: string,
    headers: Record<string, string> = {},
    body?: Buffer | string,
  ): Promise<IncomingMessage> {
    const url = new URL(address, origin);
    expect(url.origin).toBe(origin);
    const sent = request(url, { method, ca, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  async function send(...call: Parameters<typeof open>) {
    const response = await open(...call);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await send(method, API_PREFIX + path, headers, body && JSON.stringify(body));
    expect([path, Math.floor(response.status! / 100), response.body.toString()]).toEqual([
      path,
      2,
      expect.any(String),
    ]);
    return JSON.parse(response.body.toString()) as T;
  }

  it('events come while a run goes on', async () => {
    const { id } = await api<PublicRunDetail>('POST', '/runs', { graph: delayGraph(300) });
    const stream = await open('GET', `${API_PREFIX}/runs/${id}/events/stream`, {
      authorization: `Bearer ${key}`,
    });
    expect(stream.headers['content-type']).toBe('text/event-stream');
    let told = '';
    let isCanceled = false;
    for await (const chunk of stream) {
      told += String(chunk);
      // The run goes on for as long as this event is not here.
      if (isCanceled || !told.includes('node.started')) continue;
      isCanceled = true;
      await api('POST', `/runs/${id}/cancel`);
    }
    expect(told).toContain('run.canceled');
  });

  it('large files go up in parts and come down whole and in ranges', async () => {
    const bytes = randomBytes(40 * 1024 * 1024 + 17);
    const session = await api<PublicFileUploadSession>('POST', '/files/uploads', {
      filename: 'large.bin',
      sizeBytes: bytes.length,
      contentType: 'application/octet-stream',
    });
    const multipartParts = [];
    let from = 0;
    for (const { partNumber, url } of session.parts!) {
      const part = bytes.subarray(from, (from += session.partSizeBytes!));
      const { status, headers } = await send('PUT', url, { 'content-length': String(part.length) }, part);
      expect(status).toBe(200);
      multipartParts.push({ partNumber, etag: headers.etag });
    }
    const { fileId } = await api<{ fileId: string }>('POST', `/files/uploads/${session.uploadId}/complete`, {
      multipartParts,
      actualSha256: sha256(bytes),
    });
    const { downloadUrl } = await api<{ downloadUrl: string }>('GET', `/files/${fileId}/download-url`);
    const whole = await send('GET', downloadUrl);
    expect([whole.status, sha256(whole.body)]).toEqual([200, sha256(bytes)]);
    const middle = await send('GET', downloadUrl, { range: 'bytes=20000000-35000000' });
    expect([middle.status, middle.headers['content-range']]).toEqual([
      206,
      `bytes 20000000-35000000/${bytes.length}`,
    ]);
    expect(sha256(middle.body)).toBe(sha256(bytes.subarray(20_000_000, 35_000_001)));
    expect((await send('GET', downloadUrl, { range: 'bytes=-17' })).body).toEqual(bytes.subarray(-17));
  });

  it('what a team shares is there, administration is not, and a client that names other addresses is one', async () => {
    const team = '/administration/v1/team';
    const authorization = `Bearer ${key}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const listed = await send('POST', `${team}/registers/list`, headers, '{"after":0}');
    expect([listed.status, JSON.parse(listed.body.toString())]).toEqual([
      200,
      { storeId: expect.any(String), registers: [], isLast: true },
    ]);
    const stream = await open('GET', `${team}/events`, { authorization });
    let told = '';
    for await (const chunk of stream) {
      told += String(chunk);
      if (told.includes('"sequence":0')) break;
    }
    expect([stream.statusCode, told]).toEqual([200, expect.stringContaining('"sequence":0')]);
    const secret = readFileSync(join(folder, 'data', ADMINISTRATION_SECRET_FILE), 'utf8').trim();
    for (const path of [
      '/administration/v1/people',
      `${team}/../people`,
      `${team}/%2e%2e/people`,
      `${team}x`,
    ])
      expect([path, (await send('GET', path, { authorization: `Bearer ${secret}` })).status]).toEqual([
        path,
        404,
      ]);
    const statuses = new Set<number | undefined>();
    for (let count = 0; count < 170; count += 1) {
      const { status } = await send('GET', `${API_PREFIX}/projects`, {
        'x-forwarded-for': `203.0.113.${count}`,
        forwarded: `for=203.0.113.${count}`,
        'x-real-ip': `203.0.113.${count}`,
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([401, 429]);
  });
});
