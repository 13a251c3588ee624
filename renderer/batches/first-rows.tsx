import type { ReactElement } from 'react';
import { number, words } from '#renderer/words/index.ts';
import type { CheckedRows } from './cell-values.ts';
import type { Table } from './read-table.ts';
import css from './new-batch.module.css';

const t = words.batches.firstRows;

const MAX_PROBLEMS = 5;
const MAX_ROWS = 3;

/** The first rows of a table as they were read. */
export function FirstRows({ table }: { table: Table }): ReactElement {
  return (
    <div className={css['scroll']} role="group" aria-label={t.firstRows}>
      <table className={css['preview']}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, MAX_ROWS).map((cells, row) => (
            // The rows of a table have no names of their own.
            <tr key={`row-${row + 1}`}>
              {table.columns.map((column, at) => (
                <td key={column}>{cells[at]?.slice(0, 200)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > MAX_ROWS ? (
        <p className={css['shownRows']}>{t.firstRowsAllThem(MAX_ROWS, number(table.rows.length))}</p>
      ) : null}
    </div>
  );
}

/** How many rows do not fit and what follows from it, with those of which one cell is wrong. */
export function RowProblems({
  checked: { problems, skipped },
  fitsNone,
}: {
  checked: CheckedRows;
  /** No row is left that could run. */
  fitsNone: boolean;
}): ReactElement | null {
  // What a whole column has against it stands beside the choice of its input.
  if (fitsNone && problems.length === 0) return null;
  const hiddenCount = problems.length - MAX_PROBLEMS;
  return (
    <div className={css['problems']} role="status">
      <p>{t.notFitWillSkipped(skipped)}</p>
      {problems.length === 0 ? null : (
        <ul>
          {problems.slice(0, MAX_PROBLEMS).map(({ row, message }) => (
            <li key={row}>{message}</li>
          ))}
          {hiddenCount > 0 ? <li>{t.andOverflow(number(hiddenCount))}</li> : null}
        </ul>
      )}
    </div>
  );
}
