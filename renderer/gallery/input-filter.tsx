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
  const facetInputs = facets?.inputs ?? [];
  // Read once somebody asks for them.
  const types = useNodeTypes(connectionId, isOpen ? facetInputs.map(({ nodeType }) => nodeType) : []);
  const labelOf = labelsFrom(types);
  const selected = facetInputs.find((input) => keyOf(input) === key);
  const narrow = (facet: Facet, condition: { value: string } | { from?: number; to?: number }) => {
    const { nodeId, name } = facet;
    const label = inputName(titleOfNode(types, facet), labelOf(facet));
    const remaining = inputs.filter((input) => keyOf(input) !== keyOf(facet));
    onInputs([...remaining, { nodeId, name, label, ...condition }]);
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
        {facetInputs.length === 0 ? (
          <p>{words.gallery.noInputsYet}</p>
        ) : (
          <InputPicker
            label={words.gallery.input}
            placeholder={words.gallery.chooseInput}
            inputs={facetInputs.map((input) => ({
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
        {selected === undefined ? null : (
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
                  items: selected.values.map(({ value, count }) => ({
                    value,
                    label: value,
                    detail: words.gallery.outputs(count),
                  })),
                },
              ]}
              onValueChange={(value) => narrow(selected, { value })}
            />
            {selected.range === null ? null : (
              <RangeFields
                key={keyOf(selected)}
                range={selected.range}
                onRange={(bounds) => narrow(selected, bounds)}
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
  const [errors, setErrors] = useState<Readonly<Record<string, string | null>>>({});
  const isEmpty = (from === null && to === null) || (from !== null && to !== null && from > to);
  const isInvalid = Object.values(errors).some((reason) => reason !== null);
  return (
    <div className={css['range']}>
      <NumberField
        label={words.gallery.from}
        value={from}
        onValueChange={setFrom}
        onError={(reason) => setErrors((before) => ({ ...before, from: reason }))}
      />
      <NumberField
        label={words.gallery.to}
        value={to}
        onValueChange={setTo}
        onError={(reason) => setErrors((before) => ({ ...before, to: reason }))}
      />
      <Button
        disabled={isEmpty || isInvalid}
        onClick={() => onRange({ ...(from !== null && { from }), ...(to !== null && { to }) })}
      >
        {words.gallery.showRange}
      </Button>
    </div>
  );
}
