import { RotateCcw, Table2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { traceLabel } from '#shared/api/list-items.ts';
import { itemsOfNode } from '#renderer/model/node-items.ts';
import { Button } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { NodeRun } from './run-state.ts';
import css from './failed-items.module.css';

const t = words.runs.itemsTable;

/** Failed items that are listed; the table has all of them. */
const MAX_VISIBLE = 5;

/** The items of a node that failed, each with where it comes from and why, and the ways to put that right. */
export function FailedItems({
  node,
  onOpenItems,
  onRetry,
}: {
  node: NodeRun;
  onOpenItems: (nodeId: string) => void;
  onRetry: () => void;
}): ReactElement | null {
  if (!node.items || node.items.failed === 0) return null;
  const failed = itemsOfNode(node)
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => item.phase === 'failed');
  const hiddenCount = Math.max(node.items.failed, failed.length) - MAX_VISIBLE;
  return (
    <div className={css['failed']}>
      <ul aria-label={t.failedItems}>
        {failed.slice(0, MAX_VISIBLE).map(({ item, index }) => (
          <li key={index}>
            <strong dir="auto">
              {item.trace.length > 0 ? traceLabel(item.trace) : words.lists.item(index + 1)}
            </strong>
            : {words.sentences.translate(item.error?.message ?? '')}
          </li>
        ))}
        {hiddenCount > 0 ? <li>{t.furtherItems(number(hiddenCount))}</li> : null}
      </ul>
      <span className={css['actions']}>
        <Button size="small" icon={<RotateCcw aria-hidden />} onClick={onRetry}>
          {t.retryFailed}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Table2 aria-hidden />}
          onClick={() => onOpenItems(node.nodeId)}
        >
          {t.showItems}
        </Button>
      </span>
    </div>
  );
}
