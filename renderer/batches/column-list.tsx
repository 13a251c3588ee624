import { ArrowRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { BatchField } from '#shared/desk/index.ts';
import { plural, Select } from '#renderer/ui/index.ts';
import { fieldKey, type ColumnMatch } from './cell-values.ts';
import css from './new-batch.module.css';

const UNUSED = 'none';

/** A line for each column with the input it fills; those that found one by their name come first. */
export function ColumnList({
  fields,
  columns,
  match,
  onChange,
}: {
  fields: readonly BatchField[];
  columns: readonly string[];
  match: ColumnMatch;
  onChange: (match: ColumnMatch) => void;
}): ReactElement {
  // As it was at first: a line that is changed stays where it is.
  const [order] = useState(() =>
    columns.map((_, column) => column).sort((a, b) => Number(match.includes(b)) - Number(match.includes(a))),
  );
  const options = [
    { value: UNUSED, label: 'Not used' },
    ...fields.map((field) => ({ value: fieldKey(field), label: field.label })),
  ];
  const rest = fields.filter((_, at) => (match[at] ?? null) === null);
  return (
    <>
      <ul className={css['columns']} aria-label="Columns">
        {order.map((column) => {
          const field = fields[match.indexOf(column)];
          return (
            <li key={column}>
              <span className={css['column']} dir="auto" title={columns[column]}>
                {columns[column]}
              </span>
              <ArrowRight aria-hidden />
              <Select
                label={`Column ${columns[column] ?? ''} fills`}
                hideLabel
                value={field === undefined ? UNUSED : fieldKey(field)}
                options={options}
                onValueChange={(key) => onChange(matched(fields, match, column, key))}
              />
            </li>
          );
        })}
      </ul>
      {rest.length === 0 ? null : (
        <details className={css['rest']}>
          <summary>{plural(rest.length, 'input stays', 'inputs stay')} as they are in the graph</summary>
          <p>{rest.map(({ label }) => label).join(', ')}</p>
        </details>
      )}
    </>
  );
}

/** The match with one column at another input; what it filled before is as it is again. */
const matched = (
  fields: readonly BatchField[],
  match: ColumnMatch,
  column: number,
  key: string,
): ColumnMatch =>
  fields.map((field, at) => {
    if (fieldKey(field) === key) return column;
    const before = match[at] ?? null;
    return before === column ? null : before;
  });
