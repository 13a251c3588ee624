import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { inputName, type OutputFacets } from '#shared/desk/index.ts';
import { InputPicker } from '#renderer/fields/index.ts';
import { Button, NumberField, PickField, Popover } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { GalleryFilters } from './filters.ts';
import { labelsFrom, pinOf, titleOfNode, useNodeTypes } from './node-types.ts';
import css from './filter-bar.module.css';

type Facet = OutputFacets['inputs'][number];

const keyOf = ({ nodeId, name }: Pick<Facet, 'nodeId' | 'name'>): string => JSON.stringify([nodeId, name]);

export interface InputFilterProps {
  connectionId: string;
  facets: OutputFacets | undefined;
  inputs: GalleryFilters['inputs'];
  onInputs: (inputs: GalleryFilters['inputs']) => void;
}

/** Chooses an input of one node, and the value or the numbers that it had. */
export function InputFilter({ connectionId, facets, inputs, onInputs }: InputFilterProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const known = facets?.inputs ?? [];
  // Read once somebody asks for them.
  const types = useNodeTypes(connectionId, isOpen ? known.map(({ nodeType }) => nodeType) : []);
  const labelOf = labelsFrom(types);
  const chosen = known.find((input) => keyOf(input) === key);
  const narrow = (facet: Facet, wanted: { value: string } | { from?: number; to?: number }) => {
    const { nodeId, name } = facet;
    const label = inputName(titleOfNode(types, facet), labelOf(facet));
    const others = inputs.filter((input) => keyOf(input) !== keyOf(facet));
    onInputs([...others, { nodeId, name, label, ...wanted }]);
    setOpen(false);
  };
  return (
    <Popover
      label={words.gallery.filterByInput}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>{words.gallery.inputs}</Button>}
    >
      <div className={css['inputs']}>
        {known.length === 0 ? (
          <p>{words.gallery.noInputsYet}</p>
        ) : (
          <InputPicker
            label={words.gallery.input}
            placeholder={words.gallery.chooseInput}
            inputs={known.map((input) => ({
              key: keyOf(input),
              nodeId: input.nodeId,
              nodeTitle: titleOfNode(types, input),
              icon: types?.get(input.nodeType)?.icon,
              label: labelOf(input),
              type: pinOf(types, input)?.type ?? (input.range === null ? 'string' : 'number'),
            }))}
            value={key}
            onPick={setKey}
          />
        )}
        {chosen === undefined ? null : (
          <>
            <PickField
              label={words.gallery.value}
              showLabel
              placeholder={words.gallery.chooseValue}
              searchLabel={words.gallery.searchValues}
              emptyText={words.gallery.noValueFits}
              value=""
              groups={[
                {
                  id: 'values',
                  title: '',
                  items: chosen.values.map(({ value, count }) => ({
                    value,
                    label: value,
                    detail: words.gallery.outputs(count),
                  })),
                },
              ]}
              onValueChange={(value) => narrow(chosen, { value })}
            />
            {chosen.range === null ? null : (
              <RangeFields
                key={keyOf(chosen)}
                range={chosen.range}
                onRange={(bounds) => narrow(chosen, bounds)}
              />
            )}
          </>
        )}
      </div>
    </Popover>
  );
}

/** Numbers from one bound to the other, both of them counted; a bound that is left empty is none. */
function RangeFields({
  range,
  onRange,
}: {
  range: { from: number; to: number };
  onRange: (bounds: { from?: number; to?: number }) => void;
}): ReactElement {
  const [from, setFrom] = useState<number | null>(range.from);
  const [to, setTo] = useState<number | null>(range.to);
  const [refused, setRefused] = useState<Readonly<Record<string, string | null>>>({});
  const isEmpty = (from === null && to === null) || (from !== null && to !== null && from > to);
  const isRefused = Object.values(refused).some((reason) => reason !== null);
  return (
    <div className={css['range']}>
      <NumberField
        label={words.gallery.from}
        value={from}
        onValueChange={setFrom}
        onRefusal={(reason) => setRefused((before) => ({ ...before, from: reason }))}
      />
      <NumberField
        label={words.gallery.to}
        value={to}
        onValueChange={setTo}
        onRefusal={(reason) => setRefused((before) => ({ ...before, to: reason }))}
      />
      <Button
        disabled={isEmpty || isRefused}
        onClick={() => onRange({ ...(from !== null && { from }), ...(to !== null && { to }) })}
      >
        {words.gallery.showRange}
      </Button>
    </div>
  );
}
