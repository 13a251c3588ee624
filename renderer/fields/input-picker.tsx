import { useMemo, type ReactElement } from 'react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { hexOf, PickField, type PickGroup } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { PinShape } from './pin-shape.tsx';
import { TypeIcon } from './type-icon.tsx';
import css from './fields.module.css';

/** An input that can be chosen. */
export interface SelectableInput {
  /** Tells it from all others. */
  key: string;
  /** Its node; empty for an input without one, such as a field of a form. */
  nodeId: string;
  nodeTitle: string;
  /** The icon that the type of its node names. */
  icon?: string | null | undefined;
  /** Of the input alone. */
  label: string;
  /** Type of its pin. */
  type: string | null;
  /** What it holds now, in one short line. */
  valueText?: string | undefined;
  /** Its node is selected on the canvas. */
  isSelected?: boolean | undefined;
}

/** What stands for no input. */
const NONE = '';

/** Inputs below the node that has them, in the order given; nodes of one name are numbered. */
function groupsOf(inputs: readonly SelectableInput[], none: string | undefined): PickGroup[] {
  const count = new Map<string, number>();
  const groups = [...Map.groupBy(inputs, ({ nodeId }) => nodeId)].map(([id, items]): PickGroup => {
    const { nodeTitle = '', icon, isSelected } = items[0] ?? {};
    const ordinal = (count.get(nodeTitle) ?? 0) + 1;
    count.set(nodeTitle, ordinal);
    return {
      id: `node ${id}`,
      title: ordinal === 1 || nodeTitle === '' ? nodeTitle : `${nodeTitle} (${ordinal})`,
      ...(isSelected === true && { note: words.fields.selected }),
      ...(nodeTitle !== '' && { icon: <TypeIcon name={icon} /> }),
      items: items.map(({ key, label, type, valueText = '' }) => {
        const { base } = parsePinType(type);
        const hex = base === 'color' ? hexOf(valueText) : null;
        return {
          value: key,
          label,
          icon: <PinShape base={base} size={12} />,
          ...(valueText !== '' && { detail: valueText }),
          ...(hex !== null && {
            detailIcon: <span aria-hidden className={css['spot']} style={{ backgroundColor: hex }} />,
          }),
        };
      }),
    };
  });
  return none === undefined
    ? groups
    : [{ id: 'none', title: '', items: [{ value: NONE, label: none }] }, ...groups];
}

/** The choice of one input of a graph or a form: searched by its node and its name, in the order of the graph. */
export function InputPicker({
  label,
  hideLabel = false,
  size,
  inputs,
  value,
  none,
  placeholder,
  adds,
  onPick,
}: {
  label: string;
  hideLabel?: boolean;
  size?: 'small' | 'medium';
  inputs: readonly SelectableInput[];
  /** Key of the chosen one; null: none. */
  value: string | null;
  /** Offers the choice of no input under this name. */
  none?: string;
  placeholder?: string;
  /** Typed into directly, and empty again once something is chosen: for adding one after another. */
  adds?: boolean;
  /** @param key null for none */
  onPick: (key: string | null) => void;
}): ReactElement {
  const groups = useMemo(() => groupsOf(inputs, none), [inputs, none]);
  return (
    <PickField
      label={label}
      showLabel={!hideLabel}
      size={size}
      searchLabel={words.fields.searchInputs}
      emptyText={words.fields.noInputFits}
      placeholder={placeholder}
      adds={adds}
      value={value ?? NONE}
      groups={groups}
      onValueChange={(key) => onPick(key === NONE ? null : key)}
    />
  );
}
