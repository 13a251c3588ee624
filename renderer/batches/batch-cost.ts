import { costOf, useCostQuestion, type RunsOfBatch } from '#renderer/costs/index.ts';

/** The question before runs of a batch that may cost more than the person's limit. */
export function useBatchQuestion(connectionId: string) {
  const { mayStart, question } = useCostQuestion(connectionId);
  return {
    /** @returns whether these runs may start. @throws DeskError where the settings cannot be read */
    mayRun: (batchId: string, runs: RunsOfBatch): Promise<boolean> =>
      mayStart(() => costOf(connectionId, { kind: 'batch', batchId, ...runs })),
    question,
  };
}
