import { fork } from 'node:child_process';
import { quickStart, whenExited } from './host-process.ts';

/** Real time within which everything comes to its end again. */
const DEADLINE = 240_000;

/** A page without a browser, as a process that can be killed. */
export interface PageProcess<ToPage> {
  tell(message: ToPage): void;
  /** Resolves when everything is done; rejects when the page ends first. */
  drained(): Promise<void>;
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
  child.on('message', (message: Messages['from']) => {
    onMessage(message);
    if (message.type === 'drained') isDrained();
  });
  return {
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

/** @throws Error when the work hangs. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It never comes to its end.')), DEADLINE);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
