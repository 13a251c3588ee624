import { ChevronDown, Images, RotateCcw } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { RunOutput } from '#shared/api/index.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { Button, Checkbox, EmptyState, IconButton, pane } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ItemsTable, type ItemColumn, type ItemRow } from './items-table.tsx';
import css from './outputs.module.css';

const t = words.runs.itemsTable;

/** The items of one node below the canvas: what went into each, what came of it, and what failed. */
export function ItemsDrawer({
  connectionId,
  title,
  items,
  columns,
  inputsOf,
  blockerOf,
  onOpen,
  onOpenInput,
  onRunItem,
  onRetryFailed,
  onShowOutputs,
  onClose,
}: {
  connectionId: string;
  /** The name of the node. */
  title: string;
  items: readonly NodeItem[];
  columns: readonly ItemColumn[];
  inputsOf: (row: ItemRow) => Readonly<Record<string, RunOutput | undefined>>;
  blockerOf: (row: ItemRow) => string | null;
  onOpen: (index: number) => void;
  onOpenInput: (output: RunOutput, label: string) => void;
  onRunItem: (row: ItemRow) => void;
  /** Runs the graph again, in which all but what failed is taken from before. */
  onRetryFailed: () => void;
  onShowOutputs: () => void;
  onClose: () => void;
}): ReactElement {
  const [isFailedFirst, setFailedFirst] = useState(true);
  const rows = useMemo(() => rowsOf(items, isFailedFirst), [items, isFailedFirst]);
  const failed = items.filter(({ phase }) => phase === 'failed').length;
  return (
    <section className={css['drawer']} aria-label={words.lists.itemsOf(title)} {...pane}>
      <header className={css['header']}>
        <h2 className={css['title']} dir="auto">
          {words.lists.itemsOf(title)}
        </h2>
        <span className={css['subtitle']}>
          {words.counts.items(items.length)}
          {failed > 0 ? ` · ${words.lists.failed(failed)}` : ''}
        </span>
        {failed > 0 ? (
          <>
            <Checkbox label={t.failedFirst} checked={isFailedFirst} onCheckedChange={setFailedFirst} />
            <Button size="small" icon={<RotateCcw aria-hidden />} onClick={onRetryFailed}>
              {t.retryFailed}
            </Button>
          </>
        ) : null}
        <Button size="small" variant="quiet" onClick={onShowOutputs}>
          {words.common.outputs}
        </Button>
        <IconButton label={t.close} onClick={onClose}>
          <ChevronDown />
        </IconButton>
      </header>
      {items.length === 0 ? (
        <EmptyState compact icon={<Images />} title={t.noItems} text={t.noItemsText} />
      ) : (
        <ItemsTable
          {...{ connectionId, columns, rows, inputsOf, blockerOf, onOpen, onOpenInput, onRunItem }}
          label={words.lists.itemsOf(title)}
        />
      )}
    </section>
  );
}

/** In their order, or those that failed before the others. */
function rowsOf(items: readonly NodeItem[], isFailedFirst: boolean): ItemRow[] {
  const rows = items.map((item, index) => ({ item, index }));
  if (!isFailedFirst) return rows;
  const hasFailed = ({ item }: ItemRow): boolean => item.phase === 'failed';
  return [...rows.filter(hasFailed), ...rows.filter((row) => !hasFailed(row))];
}
