import { fork } from 'node:child_process';
import { quickStart, whenExited } from './host-process.ts';
import { waitsRequest, type WaitsMessage } from './waits.ts';

/** Real time within which everything comes to its end again. Milliseconds. */
const DEADLINE = 240_000;
/** Within which a page says what it waits for. Milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/** A page without a browser, as a process that can be killed. */
export interface PageProcess<ToPage> {
  tell(message: ToPage): void;
  /** Resolves when everything is done; rejects when the page ends first. */
  drained(): Promise<void>;
  /** What it waits for at this moment, in sentences. */
  waits(): Promise<string>;
  kill(): Promise<void>;
}

/** @param entry the page's program, which says `drained` when all it has under way has come to its end. */
export function startPageProcess<Messages extends { from: { type: string }; to: object }>(
  entry: string,
  onMessage: (message: Messages['from']) => void,
): PageProcess<Messages['to']> {
  const child = fork(entry, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Not what the start command gave us: it lets the channel go, and the page lives by it.
    execArgv: [],
    env: quickStart,
  });
  const exited = whenExited(child);
  let isDrained = (): void => undefined;
  let showWaits = (_sentences: string): void => undefined;
  child.on('message', (message: Messages['from'] | WaitsMessage) => {
    if (isWaits(message)) return showWaits(message.sentences.join(' ') || 'It waits for nothing.');
    onMessage(message);
    if (message.type === 'drained') isDrained();
    return undefined;
  });
  const requestWaits = async (): Promise<string> => {
    const answer = new Promise<string>((resolve) => {
      showWaits = resolve;
    });
    if (child.connected) child.send(waitsRequest);
    const timeout = pause(ANSWER_TIMEOUT_MS).then(() => 'The page does not say what it waits for.');
    return Promise.race([answer, exited.then(() => 'The page has ended.'), timeout]);
  };
  return {
    waits: requestWaits,
    tell: (message) => void (child.connected && child.send(message)),
    drained: () =>
      new Promise((resolve, reject) => {
        isDrained = resolve;
        void exited.then(() => reject(new Error('The page ended by itself.')));
      }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

const isWaits = (message: { type: string }): message is WaitsMessage => message.type === 'waits';

/**
 * @param label what is awaited, as a sentence begins with it. @param pages those that say what they wait for when it takes too long.
 * @throws Error with what was awaited when the work hangs.
 */
export async function inTime<T>(
  label: string,
  work: Promise<T>,
  pages: readonly Pick<PageProcess<object>, 'waits'>[] = [],
): Promise<T> {
  const overdue = async (): Promise<Error> => {
    const sentences = await Promise.all(pages.map((page) => page.waits()));
    return new Error([`${label} takes more than ${DEADLINE / 1000} s.`, ...sentences].join(' '));
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void overdue().then(reject, reject), DEADLINE);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
