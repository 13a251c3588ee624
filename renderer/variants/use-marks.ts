import { useRef } from 'react';
import type { BatchItem } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';

interface Mark {
  starred?: boolean;
  hidden?: boolean;
  skipped?: boolean;
}

const MAX_UNDO = 200;

/** Marks one item of a batch at a time, and takes the last mark back. */
export function useMarks(batchId: string): { mark: (item: BatchItem, mark: Mark) => void; undo: () => void } {
  const done = useRef<{ index: number; before: Mark }[]>([]);
  const send = (index: number, mark: Mark): void => {
    callDesk('changeBatchItems', { params: { batchId }, body: { items: [index], ...mark } }).catch(
      (error: unknown) =>
        showToast({ kind: 'error', title: 'The mark was not saved', description: describeProblem(error) }),
    );
  };
  return {
    mark(item, mark) {
      const before: Mark = {
        ...(mark.starred === undefined ? {} : { starred: item.starred }),
        ...(mark.hidden === undefined ? {} : { hidden: item.hidden }),
        ...(mark.skipped === undefined ? {} : { skipped: item.state === 'skipped' }),
      };
      done.current = [...done.current, { index: item.index, before }].slice(-MAX_UNDO);
      send(item.index, mark);
    },
    undo() {
      const last = done.current.pop();
      if (last) send(last.index, last.before);
    },
  };
}
