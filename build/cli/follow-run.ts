import { z } from 'zod';

/** A run as the tools tell of it. */
const RunResult = z.object({ result: z.object({ run: z.string(), status: z.string() }) });

const TERMINAL: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled']);

/** What a call answered, with its data. */
export interface ToolReply {
  isError?: boolean | undefined;
  structuredContent?: unknown;
}

/** Whether an answer is about a run that ended without success. */
export function isFailedRun({ structuredContent }: ToolReply): boolean {
  const run = RunResult.safeParse(structuredContent).data?.result;
  return run !== undefined && run.status !== 'succeeded';
}

/**
 * Waits on for a run that took longer than one call waits.
 * @param first the answer of the call that started it. @param read asks for the run; @param pause waits between two such, and rejects where nobody
 * waits any more; the run is canceled then
 * @returns the answer in which the run is over, or the first refusal
 */
export async function followRun<T extends ToolReply>(
  first: T,
  {
    read,
    pause,
    cancel,
  }: {
    read: (runId: string) => Promise<T>;
    pause: () => Promise<void>;
    cancel: (runId: string) => Promise<unknown>;
  },
): Promise<T> {
  let answer = first;
  for (;;) {
    const run = RunResult.safeParse(answer.structuredContent).data?.result;
    if (answer.isError === true || run === undefined || TERMINAL.has(run.status)) return answer;
    try {
      await pause();
    } catch (error) {
      await cancel(run.run);
      throw error;
    }
    answer = await read(run.run);
  }
}
