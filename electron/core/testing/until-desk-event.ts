import { DeskEvent } from '#shared/desk/index.ts';
import type { Core } from '../core.ts';

/** The events of an open stream, as they come, until it ends or breaks off. */
export async function* deskEventsOf(response: Response): AsyncGenerator<DeskEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith('data: ')) yield DeskEvent.parse(JSON.parse(frame.slice(6)));
    }
  }
}

/**
 * Follows what a core tells its pages, from its state now on, until something of it passes.
 * @throws Error when the stream ends before.
 */
export async function untilDeskEvent(
  core: Pick<Core, 'fetch'>,
  test: (event: DeskEvent) => boolean,
): Promise<DeskEvent> {
  const leave = new AbortController();
  const response = await core.fetch(new Request('http://app.test/desk/events', { signal: leave.signal }));
  try {
    for await (const event of deskEventsOf(response)) if (test(event)) return event;
  } finally {
    leave.abort();
  }
  throw new Error('The event stream ended first.');
}
