import { RotateCcw } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { traceLabel } from '#shared/api/list-items.ts';
import type { RunOutput } from '#shared/api/index.ts';
import type { ItemPhase, NodeItem } from '#renderer/model/node-items.ts';
import { IconButton, RowTable, TableRow } from '#renderer/ui/index.ts';
import { kindOf, OutputButtons, type NamedOutput } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import css from './items-table.module.css';

const t = words.runs.itemsTable;

/** An item as a row of the table. */
export interface ItemRow {
  /** Its place among all items, from 0. */
  index: number;
  item: NodeItem;
}

/** An input that differs from item to item. */
export interface ItemColumn {
  name: string;
  label: string;
}

interface ItemsTableProps {
  connectionId: string;
  label: string;
  columns: readonly ItemColumn[];
  rows: readonly ItemRow[];
  /** What went into an item, by input; undefined where that is not known. */
  inputsOf: (row: ItemRow) => Readonly<Record<string, RunOutput | undefined>>;
  /** Why an item cannot be run alone; null where it can. */
  blockerOf: (row: ItemRow) => string | null;
  onOpen: (index: number) => void;
  onOpenInput: (output: RunOutput, label: string) => void;
  onRunItem: (row: ItemRow) => void;
}

/** The items of a node: what went into each beside what came of it. */
export function ItemsTable(props: ItemsTableProps): ReactElement {
  const { label, columns, rows } = props;
  const template = `72px minmax(90px, 1fr) repeat(${columns.length}, minmax(72px, 1fr)) 84px minmax(140px, 2fr) 64px`;
  const head = [
    { key: ' number', label: t.item },
    { key: ' from', label: t.from },
    ...columns.map(({ name: key, label: text }) => ({ key, label: text })),
    { key: ' state', label: words.batches.batchRows.state },
    { key: ' result', label: words.batches.batchRows.result },
    { key: ' again', label: words.batches.batchRows.retry },
  ];
  return (
    <div className={css['table']}>
      <RowTable
        label={label}
        columns={template}
        head={head}
        count={rows.length}
        renderRow={(at, top) => {
          const row = rows[at];
          return row === undefined ? null : (
            <ItemTableRow key={row.index} {...props} row={row} at={at} top={top} template={template} />
          );
        }}
      />
    </div>
  );
}

const stateLabels: ReadonlyMap<ItemPhase, string> = new Map([
  ['waiting', words.batches.batchRow.pending],
  ['succeeded', words.common.finished],
  ['cached', words.common.finished],
  ['failed', words.batches.batchRow.failed],
]);

const named = (key: string, label: string, output: RunOutput): NamedOutput => ({
  key,
  label,
  output,
  kind: kindOf(output),
});

const ItemTableRow = memo(function ItemTableRow({
  connectionId,
  columns,
  inputsOf,
  blockerOf,
  onOpen,
  onOpenInput,
  onRunItem,
  row,
  at,
  top,
  template,
}: Omit<ItemsTableProps, 'rows' | 'label'> & {
  row: ItemRow;
  at: number;
  top: number;
  template: string;
}): ReactElement {
  const { item, index } = row;
  const inputs = inputsOf(row);
  const blocker = blockerOf(row);
  const from = traceLabel(item.trace);
  const position = number(index + 1);
  return (
    <TableRow index={at} top={top} columns={template}>
      <span role="cell">{position}</span>
      <span role="cell" dir="auto" title={from}>
        {from}
      </span>
      {columns.map(({ name, label }) => {
        const output = inputs[name];
        return (
          <span key={name} role="cell" className={css['values']}>
            {output === undefined ? (
              '…'
            ) : (
              <OutputButtons
                connectionId={connectionId}
                outputs={[named(name, label, output)]}
                labelOf={() => t.openInput(label, position)}
                onOpen={() => onOpenInput(output, label)}
              />
            )}
          </span>
        );
      })}
      <span role="cell" data-state={item.phase}>
        {stateLabels.get(item.phase)}
      </span>
      <span role="cell" className={css['values']}>
        <Result {...{ connectionId, item, position }} onOpen={() => onOpen(index)} />
      </span>
      <span role="cell">
        <IconButton
          size="small"
          label={t.runOnly(position)}
          title={blocker ?? undefined}
          disabled={blocker !== null}
          onClick={() => onRunItem(row)}
        >
          <RotateCcw aria-hidden />
        </IconButton>
      </span>
    </TableRow>
  );
});

/** What came of an item, or why nothing did. */
function Result({
  connectionId,
  item,
  position,
  onOpen,
}: {
  connectionId: string;
  item: NodeItem;
  position: string;
  onOpen: () => void;
}): ReactElement {
  if (item.error !== null) {
    const reason = words.sentences.translate(item.error.message);
    return (
      <span data-state="failed" className={css['reason']} title={reason}>
        {reason}
      </span>
    );
  }
  return (
    <OutputButtons
      connectionId={connectionId}
      outputs={Object.entries(item.outputs).map(([pin, output]) => named(pin, pin, output))}
      labelOf={() => t.open(position)}
      onOpen={onOpen}
    />
  );
}
