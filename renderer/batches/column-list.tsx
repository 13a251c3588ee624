import { ArrowRight } from 'lucide-react';
import { useId, useMemo, type ReactElement } from 'react';
import { shortInputName, type BatchField } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { InputPicker, type PickableInput } from '#renderer/fields/index.ts';
import { Badge, decimalMarkOf, Select, type DecimalMark } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { cellsOf, fieldKey, isFullyInvalid, type ColumnCheck, type ColumnMatch } from './cell-values.ts';
import type { ColumnGuess } from './guess-columns.ts';
import type { Table } from './read-table.ts';
import css from './new-batch.module.css';

const t = words.batches.columnList;

const text = words.batches;
const MAX_SAMPLE = 60;

/** Inputs that the columns leave as they are. */
function Untouched({
  fields,
  match,
}: {
  fields: readonly BatchField[];
  match: ColumnMatch;
}): ReactElement | null {
  const unmatched = fields.filter((_, at) => (match[at] ?? null) === null);
  return unmatched.length === 0 ? null : (
    <details className={css['rest']}>
      <summary>{t.theyGraph(unmatched.length)}</summary>
      <p>{unmatched.map(({ label }) => label).join(', ')}</p>
    </details>
  );
}

interface ColumnListProps {
  fields: readonly BatchField[];
  /** The same inputs for their choice. */
  inputs: readonly PickableInput[];
  table: Table;
  match: ColumnMatch;
  /** What was chosen by name, and may be wrong. */
  suggestion: ColumnGuess;
  /** Decimal marks that a person chose, by column. */
  marks: ReadonlyMap<number, DecimalMark>;
  checks: readonly ColumnCheck[];
  onChange: (match: ColumnMatch) => void;
  onMark: (column: number, mark: DecimalMark) => void;
}

/** A line for each column, in the order of the table, with the input that it fills and what is wrong with that. */
export function ColumnList(props: ColumnListProps): ReactElement {
  const { fields, inputs, table, match, suggestion, marks, checks, onChange, onMark } = props;
  return (
    <>
      <ul className={css['columns']} aria-label={t.columns}>
        {table.columns.map((name, column) => {
          const at = match.indexOf(column);
          return (
            <Column
              key={name}
              name={name}
              column={column}
              table={table}
              field={fields[at] ?? null}
              inputs={inputs}
              isInferred={at >= 0 && suggestion.inferred.has(column) && suggestion.match[at] === column}
              mark={marks.get(column) ?? null}
              check={checks.find((each) => each.column === column) ?? null}
              onPick={(key) => onChange(matched(fields, match, column, key))}
              onMark={(mark) => onMark(column, mark)}
            />
          );
        })}
      </ul>
      <Untouched fields={fields} match={match} />
    </>
  );
}

function Column({
  name,
  column,
  table,
  field,
  inputs,
  isInferred,
  mark,
  check,
  onPick,
  onMark,
}: {
  name: string;
  column: number;
  table: Table;
  /** What it fills; null: nothing. */
  field: BatchField | null;
  inputs: readonly PickableInput[];
  isInferred: boolean;
  mark: DecimalMark | null;
  check: ColumnCheck | null;
  onPick: (key: string | null) => void;
  onMark: (mark: DecimalMark) => void;
}): ReactElement {
  const noteId = useId();
  const isNumber = field !== null && parsePinType(field.type).base === 'number';
  const problem = field === null || check === null ? null : problemOf(name, field, check);
  const sample = table.rows.find((row) => (row[column] ?? '').trim() !== '')?.[column]?.trim() ?? '';
  return (
    <li>
      <span className={css['column']} dir="auto" title={name}>
        {name}
        <small>{sample.slice(0, MAX_SAMPLE).toWellFormed()}</small>
      </span>
      <ArrowRight aria-hidden />
      <div className={css['picked']} role="group" aria-label={text.fills(name)} aria-describedby={noteId}>
        <span className={css['pickLine']}>
          <InputPicker
            label={text.fills(name)}
            hideLabel
            inputs={inputs}
            value={field === null ? null : fieldKey(field)}
            none={text.notUsed}
            onPick={onPick}
          />
          {isInferred ? (
            <span title={text.aboutGuess}>
              <Badge>{text.guess}</Badge>
            </span>
          ) : null}
        </span>
        {isNumber ? <CommaChoice table={table} column={column} selected={mark} onMark={onMark} /> : null}
        <span id={noteId} className={css['columnProblem']} role="status">
          {problem}
        </span>
      </div>
    </li>
  );
}

/** One sentence about a column that does not fit; null while all of it does. */
function problemOf(column: string, field: BatchField, check: ColumnCheck): string | null {
  if (check.problem === 0) return null;
  const reason = check.firstError ?? '';
  if (!isFullyInvalid(check)) return text.someWrong(check.problem, check.filled, reason);
  const count = number(check.filled);
  const input = shortInputName(field.label);
  const { base } = parsePinType(field.type);
  switch (base) {
    case 'number':
      // Sizes that are all too large are numbers.
      return /is not a number/.test(reason)
        ? text.wants.number(input, column, count)
        : text.whollyWrong(reason, count);
    case 'boolean':
      return text.wants.boolean(input, column, count);
    case 'color':
      return text.wants.color(input, column, count);
    case 'choice':
      return text.wants.choice(input, column, count);
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return text.wants.file(input, column, count);
    case 'text':
    case 'json':
    case 'any':
      return text.whollyWrong(reason, count);
    default:
      return assertNever(base);
  }
}

/** What a comma is in a column of numbers: as its values show it, or as a person says. Nothing where there is none. */
function CommaChoice({
  table,
  column,
  selected,
  onMark,
}: {
  table: Table;
  column: number;
  selected: DecimalMark | null;
  onMark: (mark: DecimalMark) => void;
}): ReactElement | null {
  const { decimalMark, hasComma } = useMemo(() => {
    const cells = [...cellsOf(table, column)];
    return { decimalMark: decimalMarkOf(cells), hasComma: cells.some((cell) => /\d,\d/.test(cell)) };
  }, [table, column]);
  if (!hasComma) return null;
  const value = selected ?? decimalMark;
  return (
    <div className={css['comma']}>
      <Select
        label={text.comma}
        hideLabel
        size="small"
        value={value ?? 'unknown'}
        options={[
          ...(value === null ? [{ value: 'unknown' as const, label: text.commaUnknown }] : []),
          ...(value === 'mixed' ? [{ value: 'mixed' as const, label: text.commaMixed }] : []),
          { value: 'comma' as const, label: text.commaDecimal },
          { value: 'point' as const, label: text.commaThousands },
        ]}
        onValueChange={(next) => {
          if (next !== 'unknown') onMark(next);
        }}
      />
      {selected === null && (decimalMark === 'comma' || decimalMark === 'point') ? (
        <span className={css['commaNote']}>{text.commaSeen}</span>
      ) : null}
    </div>
  );
}

/** The match with one column at another input; what it filled before is as it is again. */
const matched = (
  fields: readonly BatchField[],
  match: ColumnMatch,
  column: number,
  key: string | null,
): ColumnMatch =>
  fields.map((field, at) => {
    if (fieldKey(field) === key) return column;
    const before = match[at] ?? null;
    return before === column ? null : before;
  });
