import { settleWords } from './settle.ts';

/** What a page says to a worker before everything else. */
export interface WorkerLanguage {
  readonly kind: 'language';
  readonly locale: string;
}

/**
 * Handles the messages of a worker by code that is loaded once the page has said its language.
 * @param load gives what handles messages; they wait for it and come in their order.
 */
export function handleInLanguage(load: () => Promise<(event: MessageEvent) => void>): void {
  let handler: Promise<(event: MessageEvent) => void> | null = null;
  self.addEventListener('message', (event: MessageEvent) => {
    if (handler === null) {
      const { locale }: WorkerLanguage = event.data;
      handler = settleWords(locale).then(load);
      // The page hears of it as of any worker that does not start.
      handler.catch((error: unknown) => reportError(error));
      return;
    }
    handler.then((handle) => handle(event)).catch(() => undefined);
  });
}
