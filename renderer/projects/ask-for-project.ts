import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.projects.forProject;

/** Milliseconds after which somebody who waits for a new project is told that there is no answer. */
const NOTICE_DELAY_MS = 5_000;

const NOTICE = 'a new project is waited for';

/**
 * Asks for a new project, and says so when no answer comes: then it can be asked for again, which gives up the request
 * before. Only one project comes of it when every request has the same idempotency key.
 * @param request sends one request. @returns what came. @throws what the last request failed with.
 */
export async function requestProject<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (;;) {
    const controller = new AbortController();
    const noticeTimer = setTimeout(() => {
      showToast({
        id: NOTICE,
        title: t.serviceNotYet,
        description: t.newProjectOpensWhen,
        action: { label: words.common.tryRetry, run: () => controller.abort() },
        timeout: 0,
      });
    }, NOTICE_DELAY_MS);
    try {
      return await request(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      clearTimeout(noticeTimer);
      dismissToast(NOTICE);
    }
  }
}
