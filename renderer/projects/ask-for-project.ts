import { dismissToast, showToast } from '#renderer/ui/index.ts';

/** Milliseconds after which somebody who waits for a new project is told that there is no answer. */
const SAID_AFTER = 5_000;

const NOTICE = 'a new project is waited for';

/**
 * Asks for a new project, and says so when no answer comes: then it can be asked for again, which gives up the request
 * before. Only one project comes of it when every request has the same idempotency key.
 * @param ask sends one request. @returns what came. @throws what the last request failed with.
 */
export async function askForProject<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (;;) {
    const giveUp = new AbortController();
    const saying = setTimeout(() => {
      showToast({
        id: NOTICE,
        title: 'The service has not answered yet',
        description: 'The new project opens when it does. If you try again, no second project comes of it.',
        action: { label: 'Try again', run: () => giveUp.abort() },
        timeout: 0,
      });
    }, SAID_AFTER);
    try {
      return await ask(giveUp.signal);
    } catch (error) {
      if (!giveUp.signal.aborted) throw error;
    } finally {
      clearTimeout(saying);
      dismissToast(NOTICE);
    }
  }
}
