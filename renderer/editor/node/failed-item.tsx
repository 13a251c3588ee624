import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { words } from '#renderer/words/index.ts';
import { traceLabel } from '#shared/api/list-items.ts';
import css from './node-preview.module.css';

/** In the place of an item that failed: which one it is, and why. */
export function FailedItem({
  item,
  index,
  error,
}: {
  item: NodeItem;
  index: number;
  error: { message: string };
}): ReactElement {
  const name = item.trace.length > 0 ? traceLabel(item.trace) : words.lists.item(index + 1);
  return (
    <span className={css['noPicture']} data-failed>
      <TriangleAlert size={20} aria-hidden />
      <span className={css['reason']}>
        {name}: {words.sentences.translate(error.message)}
      </span>
    </span>
  );
}
