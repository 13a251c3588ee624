/** What a process waits for at this moment, so that a wait without an end can be called by its name. */

/** Asked by the rig when it has waited for too long, and what it is told. */
export const waitsRequest = { type: 'what-is-awaited' } as const;
export interface WaitsMessage {
  type: 'waits';
  sentences: string[];
}

const waits = new Set<() => string>();

/** Resolves with the work, which is named while it lasts. @param sentence as it is when somebody asks. */
export async function named<T>(sentence: string | (() => string), work: Promise<T>): Promise<T> {
  const wait = typeof sentence === 'string' ? () => sentence : sentence;
  waits.add(wait);
  try {
    return await work;
  } finally {
    waits.delete(wait);
  }
}

/** Answers the rig from now on. */
export function reportWaits(): void {
  process.on('message', (message: { type: string }) => {
    if (message.type !== waitsRequest.type) return;
    const report: WaitsMessage = { type: 'waits', sentences: [...waits].map((wait) => wait()) };
    process.send?.(report);
  });
}
