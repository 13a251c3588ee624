import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { TEMPLATE_LIMITS } from '#shared/administration/index.ts';
import { fieldKindOf, fieldValueOf, InputField, runValueOf } from '#renderer/fields/index.ts';
import { Checkbox, IconButton, TextField, usePointerDrag } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import {
  defaultOf,
  keyOf,
  inputTypeName,
  reorder,
  typeName,
  type InputRow,
  type OutputRow,
} from './publish-form.ts';
import css from './publish-dialog.module.css';

const t = words.templates.publishRows;

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
  typeName,
  onReveal,
}: {
  nodeId: string;
  title: string;
  typeName: string;
  onReveal: ((nodeId: string) => void) | undefined;
}): ReactElement {
  const text = `${title} · ${typeName}`;
  return onReveal === undefined ? (
    <span className={css['rowHint']} dir="auto">
      {text}
    </span>
  ) : (
    <button
      type="button"
      className={`${css['rowHint']} ${css['reveal']}`}
      title={t.showCanvas(title)}
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
}: RowsProps<T> & { children: (row: T, set: (patch: Partial<T>) => void) => ReactNode }): ReactElement {
  const [dragged, setDragged] = useState<number | null>(null);
  const dragTo = (event: globalThis.PointerEvent): void => {
    if (dragged === null) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-pin-row]');
    const to = Number(under?.getAttribute('data-pin-row') ?? dragged);
    if (to === dragged) return;
    onChange(reorder(rows, dragged, to));
    setDragged(to);
  };
  const { onPointerDown } = usePointerDrag({
    onPress: ({ currentTarget }) => {
      setDragged(Number(currentTarget.closest('[data-pin-row]')?.getAttribute('data-pin-row')));
      return rows;
    },
    onMove: (_origin, event) => dragTo(event),
    onEnd: () => setDragged(null),
    onCancel: (origin) => {
      setDragged(null);
      onChange(origin);
    },
    threshold: 0,
  });
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
            aria-label={t.dragAnotherPosition(row.label)}
            onPointerDown={onPointerDown}
          >
            <GripVertical aria-hidden />
          </button>
          <div className={css['rowMain']}>
            <TextField
              label={t.nameOf(row.label)}
              hideLabel
              size="small"
              value={row.label}
              onValueChange={(next) =>
                onChange(rows.map((item, at) => (at === index ? { ...item, label: next } : item)))
              }
              error={errorOf(index)}
              maxLength={TEMPLATE_LIMITS.label}
            />
            {children(row, (patch) =>
              onChange(rows.map((item, at) => (at === index ? { ...item, ...patch } : item))),
            )}
          </div>
          <RowButtons
            label={row.label}
            index={index}
            count={rows.length}
            onMove={(to) => onChange(reorder(rows, index, to))}
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
      <IconButton label={t.moveUp(label)} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={t.moveDown(label)} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
        <ArrowDown />
      </IconButton>
      <IconButton label={t.applyOut(label)} onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}

interface InputRowsProps extends Omit<RowsProps<InputRow>, 'label'> {
  /** Colors of the project. */
  palette: () => readonly string[];
  onProblem: (key: string, problem: string | null) => void;
}

/** Inputs with what callers get who leave them out. */
export function InputRows({ palette, onProblem, ...props }: InputRowsProps): ReactElement {
  return (
    <PinRows {...props} label={t.inputs}>
      {(row, set) => (
        <div className={css['rowMore']}>
          <RowHint
            nodeId={row.candidate.nodeId}
            title={row.candidate.nodeTitle}
            typeName={inputTypeName(row.candidate)}
            onReveal={props.onReveal}
          />
          {row.candidate.reachesOutput ? null : (
            <span className={css['reachesNothing']}>{words.templates.reachesNothing}</span>
          )}
          <Checkbox
            label={t.required}
            checked={row.isRequired}
            onCheckedChange={(isRequired) => set({ isRequired })}
          />
          {row.isRequired ? null : (
            <DefaultField
              row={row}
              palette={palette}
              onChange={(next) => set({ default: next })}
              onProblem={onProblem}
            />
          )}
        </div>
      )}
    </PinRows>
  );
}

/** What callers get who leave an input out, in the field that the input declares. */
function DefaultField({
  row,
  palette,
  onChange,
  onProblem,
}: Pick<InputRowsProps, 'palette' | 'onProblem'> & {
  row: InputRow;
  onChange: (value: InputRow['default']) => void;
}): ReactElement {
  const { candidate } = row;
  const key = keyOf(candidate);
  // What is refused is over when the field goes.
  useEffect(() => () => onProblem(key, null), [key, onProblem]);
  const type = parsePinType(candidate.pinType);
  const kind = fieldKindOf(type);
  const isUnsupported = !['string', 'number', 'boolean', 'json'].includes(candidate.dataType);
  if (kind === 'file' || isUnsupported) {
    return <span className={css['rowHint']}>{t.projectWhenEmpty}</span>;
  }
  return (
    <div className={css['default']}>
      <InputField
        input={{ label: kind === 'boolean' ? t.onByDefault : t.defaultOf(row.label), type }}
        hideLabel
        hint={null}
        size="small"
        placeholder={t.default}
        palette={palette}
        value={fieldValueOf(type, defaultOf(row))}
        onValueChange={(value) => onChange(runValueOf(value))}
        onProblem={(problem) => onProblem(key, problem)}
      />
    </div>
  );
}

export function OutputRows(props: Omit<RowsProps<OutputRow>, 'label'>): ReactElement {
  return (
    <PinRows {...props} label={words.common.outputs}>
      {({ candidate }) => (
        <RowHint
          nodeId={candidate.nodeId}
          title={candidate.label}
          typeName={typeName(candidate.dataType)}
          onReveal={props.onReveal}
        />
      )}
    </PinRows>
  );
}
