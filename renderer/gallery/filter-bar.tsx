import { EyeOff, Layers, Search, SlidersHorizontal, Star, X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { OutputFacets } from '#shared/desk/index.ts';
import {
  Button,
  IconButton,
  inputLabel,
  Popover,
  Select,
  TextField,
  WordButton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { GalleryFilters, Period } from './filters.ts';
import { kindLabels, kindOrder } from './labels.ts';
import { MakerFilter } from './maker-filter.tsx';
import { DayField } from './day-field.tsx';
import css from './filter-bar.module.css';

export interface FilterBarProps {
  filters: GalleryFilters;
  onFilters: (change: Partial<GalleryFilters>) => void;
  facets: OutputFacets | undefined;
  /** Nodes are told apart within one project. */
  showsNodes: boolean;
}

const periods: readonly { value: Period; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'day', label: 'On a day…' },
];

/** What the outputs are narrowed by. */
export function FilterBar({ filters, onFilters, facets, showsNodes }: FilterBarProps): ReactElement {
  const nodes = facets?.nodes ?? [];
  return (
    <div className={css['bar']} role="search" aria-label="Filter outputs">
      <div className={css['search']}>
        <TextField
          label="Search outputs"
          hideLabel
          type="search"
          placeholder="Names, prompts, notes"
          icon={<Search aria-hidden />}
          value={filters.text}
          onValueChange={(text) => onFilters({ text })}
        />
      </div>
      <Select
        label="Kind"
        hideLabel
        value={filters.kind ?? ''}
        options={[
          { value: '', label: 'All kinds' },
          ...kindOrder.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
        onValueChange={(kind) => onFilters({ kind: kind === '' ? null : kind })}
      />
      {showsNodes ? (
        <Select
          label="Node"
          hideLabel
          value={filters.nodeId ?? ''}
          options={[
            { value: '', label: 'All nodes' },
            ...nodes.map(({ nodeId, title }) => ({ value: nodeId, label: title.slice(0, 60) })),
          ]}
          onValueChange={(nodeId) => onFilters({ nodeId: nodeId === '' ? null : nodeId })}
        />
      ) : null}
      <MakerFilter
        madeBy={filters.madeBy}
        onMadeBy={(madeBy) => onFilters({ madeBy })}
        batches={facets?.batches ?? []}
      />
      <Select
        label="Time"
        hideLabel
        value={filters.period}
        options={periods}
        onValueChange={(period) => onFilters({ period })}
      />
      {filters.period === 'day' ? <DayField day={filters.day} onDay={(day) => onFilters({ day })} /> : null}
      <InputFilter facets={facets} filters={filters} onFilters={onFilters} />
      <FilterToggles filters={filters} onFilters={onFilters} />
    </div>
  );
}

/** Filters that are on or off. */
const FilterToggles = ({
  filters,
  onFilters,
}: Pick<FilterBarProps, 'filters' | 'onFilters'>): ReactElement => (
  <div className={css['toggles']}>
    <WordButton
      size="medium"
      label={words.gallery.onlyStarred}
      icon={<Star aria-hidden />}
      aria-pressed={filters.starred}
      onClick={() => onFilters({ starred: !filters.starred })}
    >
      <span>{words.gallery.starred}</span>
    </WordButton>
    <WordButton
      size="medium"
      label={words.gallery.stackSeeds}
      icon={<Layers aria-hidden />}
      aria-pressed={filters.stacked}
      onClick={() => onFilters({ stacked: !filters.stacked })}
    >
      <span>{words.gallery.stack}</span>
    </WordButton>
    <WordButton
      size="medium"
      label={words.gallery.showHidden}
      icon={<EyeOff aria-hidden />}
      aria-pressed={filters.hidden}
      onClick={() => onFilters({ hidden: !filters.hidden })}
    >
      <span>{words.gallery.hidden}</span>
    </WordButton>
  </div>
);

/** Chooses an input and the value that it had. */
function InputFilter({
  facets,
  filters,
  onFilters,
}: Pick<FilterBarProps, 'facets' | 'filters' | 'onFilters'>): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const inputs = facets?.inputs ?? [];
  const values = inputs.find((input) => input.name === name)?.values ?? [];
  return (
    <Popover
      label="Filter by the value of an input"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Inputs</Button>}
    >
      <div className={css['inputs']}>
        {inputs.length === 0 ? (
          <p>
            Once something has run, its outputs can be found by model, seed, prompt and every other input.
          </p>
        ) : (
          <>
            <Select
              label="Input"
              value={name}
              options={[
                { value: '', label: 'Choose an input' },
                ...inputs.map((input) => ({ value: input.name, label: inputLabel(input.name) })),
              ]}
              onValueChange={setName}
            />
            {name === '' ? null : (
              <ul className={css['values']} aria-label={`Values of ${inputLabel(name)}`}>
                {values.map(({ value, count }) => (
                  <li key={value}>
                    <button
                      type="button"
                      onClick={() => {
                        const others = filters.inputs.filter((input) => input.name !== name);
                        onFilters({ inputs: [...others, { name, value }] });
                        setOpen(false);
                      }}
                    >
                      <span dir="auto">{value}</span>
                      <span>{count}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Popover>
  );
}

/** Filters that have no control of their own, each with what takes it away. */
export function FilterChips({
  filters,
  onFilters,
}: Pick<FilterBarProps, 'filters' | 'onFilters'>): ReactElement | null {
  const chips = [
    ...filters.inputs.map(({ name, value }) => ({
      id: `input ${name}`,
      label: `${inputLabel(name)}: ${value}`,
      remove: () => onFilters({ inputs: filters.inputs.filter((input) => input.name !== name) }),
    })),
    ...(filters.run === null
      ? []
      : [{ id: 'run', label: filters.run.label, remove: () => onFilters({ run: null }) }]),
    ...(filters.stackOf === null
      ? []
      : [{ id: 'stack', label: filters.stackOf.label, remove: () => onFilters({ stackOf: null }) }]),
    ...(filters.hidden
      ? [{ id: 'hidden', label: 'Hidden', remove: () => onFilters({ hidden: false }) }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={css['chips']} aria-label="Filters">
      {chips.map(({ id, label, remove }) => (
        <li key={id} className={css['chip']}>
          <span dir="auto">{label}</span>
          <IconButton label={`Remove the filter ${label}`} onClick={remove}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
