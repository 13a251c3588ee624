import { expect, it } from 'vitest';
import { readCaptionsInWorker } from './caption-worker-client.ts';

/** A worker that notes what it is asked. */
class StandIn extends EventTarget {
  readonly calls: string[] = [];
  postMessage(text: string): void {
    this.calls.push(text);
  }
  terminate(): void {
    this.calls.push('ended');
  }
}

it('captions that take too long are given up with a sentence, and their worker is ended', async () => {
  const worker = new StandIn();
  const controller = new AbortController();
  const reading = readCaptionsInWorker('a long text', controller.signal, worker);
  expect(worker.calls).toEqual(['a long text']);
  controller.abort();
  expect(await reading).toMatchObject({ ok: false, problem: expect.stringMatching(/too long.*Split/) });
  expect(worker.calls).toEqual(['a long text', 'ended']);
});

it('a worker that has answered, or failed, is ended', async () => {
  const { signal } = new AbortController();
  const good = new StandIn();
  const reading = readCaptionsInWorker('text', signal, good);
  const found = { ok: false, problem: 'No captions.' } as const;
  good.dispatchEvent(new MessageEvent('message', { data: found }));
  expect(await reading).toEqual(found);
  expect(good.calls).toEqual(['text', 'ended']);

  const bad = new StandIn();
  const failing = readCaptionsInWorker('text', signal, bad);
  bad.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await expect(failing).rejects.toThrow('out of memory');
  expect(bad.calls).toEqual(['text', 'ended']);
});
