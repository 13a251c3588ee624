import { describe, expect, it } from 'vitest';
import { EventStreamError, readEventStream } from './sse.ts';

const stream = (...chunks: string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

/** Plays one response an attempt and records where each attempt asked to go on. */
async function read(responses: (() => Response | Promise<Response>)[], isLast: (data: string) => boolean) {
  const asked: (string | null)[] = [];
  const got: string[] = [];
  const waits: number[] = [];
  let complete = false;
  const stop = new AbortController();
  await readEventStream({
    open: async ({ lastEventId }) => {
      asked.push(lastEventId);
      const response = responses[asked.length - 1];
      if (!response) throw new Error('The stream was opened more often than the test has responses.');
      return response();
    },
    onEvent: ({ data }) => {
      got.push(data);
      if (isLast(data)) complete = true;
    },
    isComplete: () => complete,
    signal: stop.signal,
    wait: async (attempt) => {
      waits.push(attempt);
      if (attempt > 10) stop.abort();
    },
  });
  return { asked, got, waits };
}

describe('readEventStream', () => {
  it('ends after the last event where the server leaves the stream open, and lets go of it', async () => {
    let isLetGo = false;
    const open = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id: 1\ndata: end\n\n')),
      cancel: () => {
        isLetGo = true;
      },
    });
    const { got } = await read([() => new Response(open)], (data) => data === 'end');
    expect(got).toEqual(['end']);
    await expect.poll(() => isLetGo).toBe(true);
  });

  it('gives events whatever their names, but for the one that says why the stream ends', async () => {
    const { got, asked } = await read(
      [
        () =>
          stream('id: 1\nevent: node.succeeded\ndata: named\n\n', 'event: rejected\ndata: {"error":{}}\n\n'),
        () => stream('id: 2\nevent: run.succeeded\ndata: end\n\n'),
      ],
      (data) => data === 'end',
    );
    expect(got).toEqual(['named', 'end']);
    expect(asked).toEqual([null, '1']);
  });

  it('ends when it is no longer wanted, also where nothing comes any more', async () => {
    const stop = new AbortController();
    const reading = readEventStream({
      open: async () => new Response(new ReadableStream()),
      onEvent: () => undefined,
      isComplete: () => false,
      onStateChange: () => stop.abort(),
      signal: stop.signal,
    });
    await expect(reading).resolves.toBeUndefined();
  });

  it('goes on after the last event when it is cut, and skips what it has seen', async () => {
    const { asked, got } = await read(
      [
        () => stream('id: 1\ndata: a\n\nid: 2\nda', 'ta: b\n\nid: 3\ndata: half'),
        () => stream('id: 2\ndata: b\n\nid: 3\ndata: c\n\n'),
      ],
      (data) => data === 'c',
    );
    expect(asked).toEqual([null, '2']);
    expect(got).toEqual(['a', 'b', 'c']);
  });

  it('tries again after network failures and 5xx, longer each time until something arrives', async () => {
    const { got, waits } = await read(
      [
        () => Promise.reject(new TypeError('network')),
        () => new Response('busy', { status: 503 }),
        () => stream('id: 1\ndata: a\n\n'),
        () => stream('id: 2\ndata: end\n\n'),
      ],
      (data) => data === 'end',
    );
    expect(got).toEqual(['a', 'end']);
    expect(waits).toEqual([1, 2, 1]);
  });

  it('counts as lost after so many attempts in a row that brought nothing', async () => {
    let opened = 0;
    const reading = readEventStream({
      open: () => {
        opened += 1;
        // The second brings an event: counting begins anew.
        return opened === 2
          ? Promise.resolve(stream('id: 1\ndata: a\n\n'))
          : Promise.reject(new TypeError('network'));
      },
      onEvent: () => undefined,
      isComplete: () => false,
      signal: new AbortController().signal,
      maxAttempts: 2,
      wait: () => Promise.resolve(),
    });
    await expect(reading).rejects.toThrow(EventStreamError);
    expect(opened).toBe(4);
  });

  it('gives up at once when the server refuses', async () => {
    const body = JSON.stringify({ error: { code: 'RUN_NOT_FOUND', message: 'No such run' } });
    await expect(read([() => new Response(body, { status: 404 })], () => false)).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      status: 404,
    });
  });

  it('reads characters that are cut in two', async () => {
    const bytes = new TextEncoder().encode('id: 1\ndata: é∿\n\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { got } = await read([() => new Response(body)], () => true);
    expect(got).toEqual(['é∿']);
  });
});
