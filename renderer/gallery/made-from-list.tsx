import { ChevronRight, Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { inputName, type OutputBatch, type OutputInput } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { hexOf, IconButton, valueLabel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { labelsFrom, pinOf, titleOfNode, type NodeTypes } from './node-types.ts';
import { isVariedInput } from './varied-inputs.ts';
import css from './made-from.module.css';

/** So many inputs are all seen at once; of more, each node is folded. */
const MAX_OPEN = 6;
/** Letters of a value that are shown before somebody asks for all of it. */
const SHORT_VALUE = 120;
const SHORT_LINES = 3;

export interface OutputInputListProps {
  inputs: readonly OutputInput[];
  /** What is known of the node types; null until it is. */
  types: NodeTypes | null;
  /** How many of them, from the start, somebody set; the others hold what their node type gives them. */
  setCount: number;
  batch: OutputBatch | null;
  /** Runs it again with another value; null where it cannot be. */
  onRerun: ((input: OutputInput) => void) | null;
}

/** An input under the names that people know it by. */
interface NamedInput {
  input: OutputInput;
  node: string;
  label: string;
  isColor: boolean;
}

/** What an output was made from: what a grid varied first, then what was set, by node; at the end what nobody set. */
export function OutputInputList({
  inputs,
  types,
  setCount,
  batch,
  onRerun,
}: OutputInputListProps): ReactElement {
  const labelOf = labelsFrom(types);
  const named = inputs.map((input): NamedInput => ({
    input,
    node: titleOfNode(types, input),
    label: labelOf(input),
    isColor: parsePinType(pinOf(types, input)?.type).base === 'color',
  }));
  const set = named.slice(0, setCount);
  const varied = set.filter((entry) => isVariedInput(types, entry.input, batch));
  const unvaried = set.filter((entry) => !varied.includes(entry));
  const untouched = named.slice(setCount);
  return (
    <>
      {varied.length === 0 ? null : (
        <ul className={css['inputs']} aria-label={words.gallery.varied}>
          {varied.map((entry) => (
            <Row key={keyOf(entry)} {...entry} label={inputName(entry.node, entry.label)} onRerun={onRerun} />
          ))}
        </ul>
      )}
      {byNode(unvaried).map((group) => (
        <NodeInputs key={group.id} {...group} isOpen={unvaried.length <= MAX_OPEN} onRerun={onRerun} />
      ))}
      {untouched.length === 0 ? null : (
        <details className={css['fold']} open={set.length === 0}>
          <Summary title={words.gallery.untouched(untouched.length)} />
          {byNode(untouched).map(({ id, title, inputs: nodeInputs }) => (
            <section key={id} className={css['untouchedNode']}>
              {title === '' ? null : <h4 dir="auto">{title}</h4>}
              <ul className={css['inputs']} aria-label={words.gallery.untouchedOf(title)}>
                {nodeInputs.map((entry) => (
                  <Row key={keyOf(entry)} {...entry} onRerun={onRerun} />
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
    </>
  );
}

const keyOf = ({ input: { nodeId, name } }: NamedInput): string => JSON.stringify([nodeId, name]);

interface NodeGroup {
  id: string;
  title: string;
  inputs: readonly NamedInput[];
}

/** Inputs by the node that has them, in the order given; nodes of one name are numbered. */
function byNode(inputs: readonly NamedInput[]): NodeGroup[] {
  const count = new Map<string, number>();
  return [...Map.groupBy(inputs, ({ input }) => input.nodeId)].map(([id, nodeInputs]) => {
    const title = nodeInputs[0]?.node ?? '';
    const ordinal = (count.get(title) ?? 0) + 1;
    count.set(title, ordinal);
    return { id, title: ordinal === 1 || title === '' ? title : `${title} (${ordinal})`, inputs: nodeInputs };
  });
}

/** What was set on one node; folded, one line says it in short. A field of a form has no node, and no fold. */
function NodeInputs({
  title,
  inputs,
  isOpen,
  onRerun,
}: Omit<NodeGroup, 'id'> & { isOpen: boolean } & Pick<OutputInputListProps, 'onRerun'>): ReactElement {
  const rows = (
    <ul className={css['inputs']} aria-label={words.gallery.inputsOf(title)}>
      {inputs.map((entry) => (
        <Row key={keyOf(entry)} {...entry} onRerun={onRerun} />
      ))}
    </ul>
  );
  if (title === '') return rows;
  const inShort = inputs.map(({ input, label }) => `${label} ${valueLabel(input.value).slice(0, 60)}`);
  return (
    <details className={css['fold']} open={isOpen}>
      <Summary title={title} inShort={inShort.join(' · ').slice(0, 200).toWellFormed()} />
      {rows}
    </details>
  );
}

const Summary = ({ title, inShort }: { title: string; inShort?: string }): ReactElement => (
  <summary>
    <ChevronRight aria-hidden />
    <span className={css['foldTexts']}>
      <span className={css['foldTitle']} dir="auto" title={title}>
        {title}
      </span>
      {inShort === undefined ? null : (
        <span className={css['inShort']} dir="auto">
          {inShort}
        </span>
      )}
    </span>
  </summary>
);

function Row({
  input,
  label,
  isColor,
  onRerun,
}: NamedInput & Pick<OutputInputListProps, 'onRerun'>): ReactElement {
  const value = valueLabel(input.value);
  const isTruncatable = value.length > SHORT_VALUE || value.split('\n', SHORT_LINES + 1).length > SHORT_LINES;
  const [isExpanded, setExpanded] = useState(false);
  const hex = isColor || value.startsWith('#') ? hexOf(value) : null;
  return (
    <li>
      <span className={css['inputName']} dir="auto" title={label}>
        {label}
      </span>
      <span className={css['inputValue']} data-whole={isExpanded || !isTruncatable || undefined} dir="auto">
        {hex === null ? null : <span aria-hidden className={css['color']} style={{ backgroundColor: hex }} />}
        {value}
      </span>
      {isTruncatable ? (
        <button
          type="button"
          className={css['whole']}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? words.gallery.showLess : words.gallery.showWhole}
        </button>
      ) : null}
      {onRerun !== null && input.value.type !== 'file' ? (
        <IconButton label={words.gallery.againWithAnother(label)} onClick={() => onRerun(input)}>
          <Pencil />
        </IconButton>
      ) : null}
    </li>
  );
}
