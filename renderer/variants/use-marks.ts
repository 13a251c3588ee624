import { useRef } from 'react';
import type { BatchItem } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.variants.useMarks;

interface Mark {
  starred?: boolean;
  hidden?: boolean;
  skipped?: boolean;
}

const MAX_UNDO = 200;

export interface Marks {
  /** @param message what was done, as a toast with a way to undo it */
  mark: (item: BatchItem, mark: Mark, message?: string) => void;
  /** Takes the last mark back. */
  undo: () => void;
}

/** Marks one item of a batch at a time, and takes the last mark back. */
export function useMarks(batchId: string): Marks {
  const history = useRef<{ index: number; before: Mark }[]>([]);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  // One after the other, so that a mark and its undo arrive in their order.
  const send = (index: number, mark: Mark): void => {
    sending.current = sending.current
      .then(() => callDesk('changeBatchItems', { params: { batchId }, body: { items: [index], ...mark } }))
      .catch((error: unknown) =>
        showToast({ kind: 'error', title: t.markNotSaved, description: describeProblem(error) }),
      );
  };
  const undo = (): void => {
    const last = history.current.pop();
    if (last) send(last.index, last.before);
    else showToast({ title: t.noMarkUndo, id: 'grid-mark' });
  };
  return {
    mark(item, mark, message) {
      const before: Mark = {
        ...(mark.starred === undefined ? {} : { starred: item.starred }),
        ...(mark.hidden === undefined ? {} : { hidden: item.hidden }),
        ...(mark.skipped === undefined ? {} : { skipped: item.state === 'skipped' }),
      };
      history.current = [...history.current, { index: item.index, before }].slice(-MAX_UNDO);
      send(item.index, mark);
      if (message !== undefined) {
        showToast({ title: message, id: 'grid-mark', action: { label: t.undo, run: undo } });
      }
    },
    undo,
  };
}
