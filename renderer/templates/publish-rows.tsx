import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useState, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { TEMPLATE_LIMITS } from '#shared/administration/index.ts';
import { Checkbox, IconButton, NumberField, Switch, TextArea, TextField } from '#renderer/ui/index.ts';
import { defaultOf, keyOf, moved, typeName, type InputRow, type OutputRow } from './publish-form.ts';
import css from './publish-dialog.module.css';

/** Chosen pins in their order: moved by buttons, or dragged by their grip. */

interface Row {
  candidate: { nodeId: string; pin: string };
  label: string;
}

interface RowsProps<T extends Row> {
  /** `Inputs`, `Outputs`. */
  label: string;
  rows: readonly T[];
  onChange: (rows: readonly T[]) => void;
  /** A sentence about the entry at a place. */
  errorOf: (index: number) => string | null;
  /** Shows a node on the canvas, where that is beside it. */
  onReveal: ((nodeId: string) => void) | undefined;
}

/** Where a pin is, and of which type; a press shows it on the canvas. */
function RowHint({
  nodeId,
  title,
  dataType,
  onReveal,
}: {
  nodeId: string;
  title: string;
  dataType: string;
  onReveal: ((nodeId: string) => void) | undefined;
}): ReactElement {
  const text = `${title} · ${typeName(dataType)}`;
  return onReveal === undefined ? (
    <span className={css['rowHint']} dir="auto">
      {text}
    </span>
  ) : (
    <button
      type="button"
      className={`${css['rowHint']} ${css['reveal']}`}
      title={`Show ${title} on the canvas`}
      dir="auto"
      onClick={() => onReveal(nodeId)}
    >
      {text}
    </button>
  );
}

function PinRows<T extends Row>({
  label,
  rows,
  onChange,
  errorOf,
  children,
}: RowsProps<T> & { children: (row: T, set: (part: Partial<T>) => void) => ReactNode }): ReactElement {
  const [dragged, setDragged] = useState<number | null>(null);
  const dragTo = (event: PointerEvent): void => {
    if (dragged === null) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-pin-row]');
    const to = Number(under?.getAttribute('data-pin-row') ?? dragged);
    if (to === dragged) return;
    onChange(moved(rows, dragged, to));
    setDragged(to);
  };
  return (
    <ol className={css['rows']} aria-label={label}>
      {rows.map((row, index) => (
        <li
          key={keyOf(row.candidate)}
          className={css['row']}
          data-dragged={dragged === index || undefined}
          data-pin-row={index}
        >
          <button
            type="button"
            tabIndex={-1}
            className={css['grip']}
            aria-label={`Drag ${row.label} to another place`}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDragged(index);
            }}
            onPointerMove={dragTo}
            onPointerUp={() => setDragged(null)}
            onPointerCancel={() => setDragged(null)}
          >
            <GripVertical aria-hidden />
          </button>
          <div className={css['rowMain']}>
            <TextField
              label={`Name of ${row.label}`}
              hideLabel
              size="small"
              value={row.label}
              onValueChange={(next) =>
                onChange(rows.map((item, at) => (at === index ? { ...item, label: next } : item)))
              }
              error={errorOf(index)}
              maxLength={TEMPLATE_LIMITS.label}
            />
            {children(row, (part) =>
              onChange(rows.map((item, at) => (at === index ? { ...item, ...part } : item))),
            )}
          </div>
          <RowButtons
            label={row.label}
            index={index}
            count={rows.length}
            onMove={(to) => onChange(moved(rows, index, to))}
            onRemove={() => onChange(rows.filter((_item, at) => at !== index))}
          />
        </li>
      ))}
    </ol>
  );
}

function RowButtons({
  label,
  index,
  count,
  onMove,
  onRemove,
}: {
  label: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}): ReactElement {
  return (
    <div className={css['rowEnd']}>
      <IconButton label={`Move ${label} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={`Move ${label} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={`Take ${label} out`} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}

/** Inputs with what callers get who leave them out. */
export function InputRows(props: Omit<RowsProps<InputRow>, 'label'>): ReactElement {
  return (
    <PinRows {...props} label="Inputs">
      {(row, set) => (
        <div className={css['rowMore']}>
          <RowHint
            nodeId={row.candidate.nodeId}
            title={row.candidate.nodeTitle}
            dataType={row.candidate.dataType}
            onReveal={props.onReveal}
          />
          <Checkbox
            label="Required"
            checked={row.isRequired}
            onCheckedChange={(isRequired) => set({ isRequired })}
          />
          {row.isRequired ? null : <DefaultField row={row} onChange={(next) => set({ default: next })} />}
        </div>
      )}
    </PinRows>
  );
}

/** Text of several lines would lose them in one. */
const isLong = ({ candidate }: InputRow, value: unknown): boolean =>
  parsePinType(candidate.pinType).multiline === true || (typeof value === 'string' && value.includes('\n'));

function DefaultField({
  row,
  onChange,
}: {
  row: InputRow;
  onChange: (value: InputRow['default']) => void;
}): ReactElement | null {
  const value = defaultOf(row);
  const label = `Default of ${row.label}`;
  switch (row.candidate.dataType) {
    case 'string':
      return isLong(row, value) ? (
        <TextArea
          label={label}
          hideLabel
          rows={2}
          placeholder="Default"
          value={typeof value === 'string' ? value : ''}
          onValueChange={(text) => onChange({ type: 'string', value: text })}
        />
      ) : (
        <TextField
          label={label}
          hideLabel
          size="small"
          placeholder="Default"
          value={typeof value === 'string' ? value : ''}
          onValueChange={(text) => onChange({ type: 'string', value: text })}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          hideLabel
          size="small"
          value={typeof value === 'number' ? value : null}
          onValueChange={(next) => onChange(next === null ? null : { type: 'number', value: next })}
        />
      );
    case 'boolean':
      return (
        <Switch
          label="On by default"
          checked={value === true}
          onCheckedChange={(next) => onChange({ type: 'boolean', value: next })}
        />
      );
    default:
      return <span className={css['rowHint']}>As in the project when empty</span>;
  }
}

export function OutputRows(props: Omit<RowsProps<OutputRow>, 'label'>): ReactElement {
  return (
    <PinRows {...props} label="Outputs">
      {({ candidate }) => (
        <RowHint
          nodeId={candidate.nodeId}
          title={candidate.label}
          dataType={candidate.dataType}
          onReveal={props.onReveal}
        />
      )}
    </PinRows>
  );
}
