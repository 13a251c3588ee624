import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { largePng } from '#native/testing/hostile-media.ts';
import { isUndisturbed, latencyBeside } from '#native/testing/latency.ts';
import { isAlive } from '#native/testing/native-bench.ts';
import { hasLoaded, nativeChildrenOf, whenWorking } from '#native/testing/working-children.ts';
import { API_PREFIX, type PublicFileDetail, type PublicRunDetail } from '#shared/api/index.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';

/** Decoders that crash, swell and hang beside a service that has to answer. Real processes on a real port. */

describe.runIf(process.platform === 'linux')('a decoder that fails', { timeout: 240_000 }, () => {
  let data: string;
  let key: string;
  let program: ServiceProgram;
  let service: ServiceProcess;

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-native-faults-'));
    program = new ServiceProgram(data);
    key = await createServiceKey(data);
    service = await program.start({ 'rate-limit': 1_000_000 });
  });
  afterEach(async () => {
    await program.killAll();
    rmSync(data, { recursive: true, force: true });
  });

  async function call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(service.origin + API_PREFIX + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  const cheap = async (): Promise<void> => void (await call('GET', '/account/credits'));

  async function upload(bytes: Uint8Array<ArrayBuffer>, filename: string, type: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type }), filename);
    return (await call<Pick<PublicFileDetail, 'fileId'>>('POST', '/files', form)).fileId;
  }
  /** @param onMiddle called when the node between input and output has begun. */
  async function run(
    fileId: string,
    node: [type: string, inputs: object] | null,
    onMiddle: () => void = () => undefined,
  ): Promise<PublicRunDetail> {
    const middle = node === null ? [] : [{ id: 'node', type: node[0], inputs: node[1] }];
    const graph = {
      nodes: [
        {
          id: 'in',
          type: node === null ? 'input/file' : 'input/image',
          inputs: { file: { type: 'file', value: fileId } },
        },
        ...middle,
        { id: 'out', type: 'output/file', inputs: { name: { type: 'string', value: 'Picture' } } },
      ],
      connections:
        node === null
          ? [{ from: ['in', 'file'], to: ['out', 'file'] }]
          : [
              { from: ['in', 'image'], to: ['node', 'image'] },
              { from: ['node', 'image'], to: ['out', 'file'] },
            ],
    };
    const { id } = await call<PublicRunDetail>('POST', '/runs', { graph });
    const stream = await fetch(`${service.origin}${API_PREFIX}/runs/${id}/events/stream`, {
      headers: { authorization: `Bearer ${key}` },
    });
    let events = '';
    for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) {
      events += text;
      if (/^data:.*"node\.started".*"nodeId":"node"/m.test(events)) onMiddle();
    }
    return call('GET', `/runs/${id}`);
  }
  /** The address of the thumbnail that the service makes of an uploaded file. */
  async function previewOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
    const made = await run(await upload(bytes, name, 'image/png'), null);
    const output = made.outputs?.['Picture'] as { previewUrl?: string } | undefined;
    if (typeof output?.previewUrl !== 'string')
      throw new Error(`There is no preview: ${JSON.stringify(made)}`);
    return output.previewUrl;
  }
  const child = { signal: 'SIGSEGV' as NodeJS.Signals };
  const kill = async (): Promise<void> => {
    const pid = await whenWorking(service.pid);
    process.kill(pid, child.signal);
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  };

  async function expectNothingLeft(): Promise<void> {
    const folder = join(data, 'native');
    const children = nativeChildrenOf(service.pid);
    const filled = () =>
      readdirSync(folder).filter((name) => readdirSync(join(folder, name, 'in')).length > 0);
    await expect.poll(filled).toEqual([]);
    await service.stop();
    expect(children.filter(isAlive)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  }

  it.each(['SIGSEGV', 'SIGKILL'] as const)(
    'by %s in the middle of a run fails the one node, and requests are answered all the while',
    async (signal) => {
      child.signal = signal;
      const ends: PublicRunDetail[] = [];
      const latency = await latencyBeside(cheap, async (round) => {
        const fileId = await upload(Buffer.from(largePng(9000, 9000 + round)), 'large.png', 'image/png');
        const middle = Promise.withResolvers<void>();
        const [ended] = await Promise.all([
          run(fileId, ['image/blur', { sigma: { type: 'number', value: 60 } }], middle.resolve),
          middle.promise.then(kill),
        ]);
        ends.push(ended);
      });
      for (const ended of ends) {
        expect(ended).toMatchObject({ status: 'failed', error: { code: 'NODE_CRASHED', nodeId: 'node' } });
        expect(String(ended.error?.['message'])).toMatch(
          /^This picture could not be read: the decoder crashed\. Save/,
        );
      }
      expect(latency).toSatisfy(isUndisturbed);
      const small = await upload(Buffer.from(largePng(20, 20)), 'small.png', 'image/png');
      expect((await run(small, ['image/invert', {}])).status).toBe('succeeded');
      await expectNothingLeft();
    },
  );

  it.each(['SIGSEGV', 'SIGKILL'] as const)(
    'by %s over a thumbnail says so, and requests are answered all the while',
    async (signal) => {
      child.signal = signal;
      const responses: { status: number; text: string }[] = [];
      const latency = await latencyBeside(cheap, async (round) => {
        const url = await previewOf(Buffer.from(largePng(14_000, 14_000 + round)), 'large.png');
        const [response] = await Promise.all([fetch(url), kill()]);
        responses.push({ status: response.status, text: await response.text() });
      });
      for (const { status, text } of responses) {
        expect(status).toBe(404);
        expect(text).toContain('PREVIEW_UNAVAILABLE');
        expect(text).toContain('This picture could not be read: the decoder crashed.');
      }
      expect(latency).toSatisfy(isUndisturbed);
      expect((await fetch(await previewOf(Buffer.from(largePng(20, 20)), 'small.png'))).status).toBe(200);
      await expectNothingLeft();
    },
  );

  it('twice over the same picture is not asked a third time', async () => {
    const url = await previewOf(Buffer.from(largePng(14_000, 14_000)), 'large.png');
    for (let time = 0; time < 2; time += 1) {
      const [response] = await Promise.all([fetch(url), kill()]);
      expect(await response.text()).toContain('the decoder crashed');
    }
    expect(await (await fetch(url)).text()).toContain('is not tried again');
  });

  it('is never in the process of the service', async () => {
    await (await fetch(await previewOf(Buffer.from(largePng(20, 20)), 'small.png'))).arrayBuffer();
    const children = nativeChildrenOf(service.pid);
    expect(children.length).toBeGreaterThan(0);
    expect(children.every((pid) => hasLoaded(pid, 'sharp'))).toBe(true);
    expect(hasLoaded(service.pid, 'sharp')).toBe(false);
    expect(hasLoaded(service.pid, 'vips')).toBe(false);
  });
});
