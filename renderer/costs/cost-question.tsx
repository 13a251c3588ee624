import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { exceedsLimit, type RunEstimate } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { estimateLines, unknownEstimate } from '#renderer/ui/index.ts';
import { LimitDialog, type LimitQuestion } from './limit-dialog.tsx';

interface CostQuestion {
  /**
   * Asked before anything is started that may cost: by every button that starts runs, and by nothing else.
   * @param estimate what it will take, read only where there is a limit; null where nobody knows.
   * @returns whether it may start: true below the limit, else what the person says.
   * @throws DeskError where the settings cannot be read
   */
  mayStart: (estimate: () => Promise<RunEstimate | null>) => Promise<boolean>;
  /** Shown by whoever asks, within its own dialog where it has one. */
  question: ReactElement | null;
}

/** The question before a start above the limit that a person set for a connection. */
export function useCostQuestion(connectionId: string): CostQuestion {
  const [pending, setPending] = useState<Omit<LimitQuestion, 'confirm'> | null>(null);
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null);
  const settle = useCallback((isConfirmed: boolean): void => {
    answer.current?.(isConfirmed);
    answer.current = null;
    setPending(null);
  }, []);
  useEffect(
    () => () => {
      answer.current?.(false);
      answer.current = null;
    },
    [],
  );
  const mayStart = useCallback(
    async (estimateOf: () => Promise<RunEstimate | null>): Promise<boolean> => {
      const { runLimits } = await callDesk('getSettings', {});
      const limit = runLimits[connectionId];
      if (limit === undefined) return true;
      // What cannot be read is not known, and is asked about.
      const estimate = await estimateOf().catch(() => null);
      if (estimate !== null && !exceedsLimit(estimate, limit)) return true;
      const lines = estimate === null ? [unknownEstimate()] : estimateLines(estimate);
      return new Promise((resolve) => {
        answer.current?.(false);
        answer.current = resolve;
        setPending({ lines, limit });
      });
    },
    [connectionId],
  );
  const question =
    pending === null ? null : (
      <LimitDialog question={{ ...pending, confirm: () => settle(true) }} onClose={() => settle(false)} />
    );
  return { mayStart, question };
}
