import { EyeOff, Layers, Search, Star, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutputFacets } from '#shared/desk/index.ts';
import { IconButton, Select, TextField, WordButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { GalleryFilters, Period } from './filters.ts';
import { InputFilter } from './input-filter.tsx';
import { kindLabels, kindOrder } from './labels.ts';
import { OriginFilter } from './maker-filter.tsx';
import { DayField } from './day-field.tsx';
import css from './filter-bar.module.css';

const t = words.gallery.filterBar;

export interface FilterBarProps {
  connectionId: string;
  filters: GalleryFilters;
  onFilters: (change: Partial<GalleryFilters>) => void;
  facets: OutputFacets | undefined;
  /** Nodes are told apart within one project. */
  showsNodes: boolean;
}

const periods: readonly { value: Period; label: string }[] = [
  { value: 'any', label: t.anyTime },
  { value: 'today', label: t.today },
  { value: 'week', label: t.lastDays },
  { value: 'month', label: t.lastDays2 },
  { value: 'day', label: t.onADay },
];

/** What the outputs are narrowed by. */
export function FilterBar(props: FilterBarProps): ReactElement {
  const { connectionId, filters, onFilters, facets, showsNodes } = props;
  const nodes = facets?.nodes ?? [];
  return (
    <div className={css['bar']} role="search" aria-label={t.filterOutputs}>
      <div className={css['search']}>
        <TextField
          label={t.searchOutputs}
          hideLabel
          type="search"
          placeholder={t.namesPromptsNotes}
          icon={<Search aria-hidden />}
          value={filters.text}
          onValueChange={(text) => onFilters({ text })}
        />
      </div>
      <Select
        label={t.kind}
        hideLabel
        value={filters.kind ?? ''}
        options={[
          { value: '', label: t.allKinds },
          ...kindOrder.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
        onValueChange={(kind) => onFilters({ kind: kind === '' ? null : kind })}
      />
      {showsNodes ? (
        <Select
          label={t.node}
          hideLabel
          value={filters.nodeId ?? ''}
          options={[
            { value: '', label: t.allNodes },
            ...nodes.map(({ nodeId, title }) => ({ value: nodeId, label: title.slice(0, 60) })),
          ]}
          onValueChange={(nodeId) => onFilters({ nodeId: nodeId === '' ? null : nodeId })}
        />
      ) : null}
      <OriginFilter
        madeBy={filters.madeBy}
        onCreator={(creator) => onFilters({ madeBy: creator })}
        batches={facets?.batches ?? []}
      />
      <Select
        label={t.time}
        hideLabel
        value={filters.period}
        options={periods}
        onValueChange={(period) => onFilters({ period })}
      />
      {filters.period === 'day' ? <DayField day={filters.day} onDay={(day) => onFilters({ day })} /> : null}
      <InputFilter
        connectionId={connectionId}
        facets={facets}
        inputs={filters.inputs}
        onInputs={(inputs) => onFilters({ inputs })}
      />
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

/** Filters that have no control of their own, each with what takes it away. */
export function FilterChips({
  filters,
  onFilters,
}: Pick<FilterBarProps, 'filters' | 'onFilters'>): ReactElement | null {
  const chips = [
    ...filters.inputs.map((input) => ({
      id: `input ${input.nodeId} ${input.name}`,
      label: `${input.label}: ${input.value ?? words.gallery.range(input.from, input.to)}`,
      remove: () => onFilters({ inputs: filters.inputs.filter((existing) => existing !== input) }),
    })),
    ...(filters.run === null
      ? []
      : [{ id: 'run', label: filters.run.label, remove: () => onFilters({ run: null }) }]),
    ...(filters.stackOf === null
      ? []
      : [{ id: 'stack', label: filters.stackOf.label, remove: () => onFilters({ stackOf: null }) }]),
    ...(filters.hidden
      ? [{ id: 'hidden', label: t.hidden, remove: () => onFilters({ hidden: false }) }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={css['chips']} aria-label={t.filters}>
      {chips.map(({ id, label, remove }) => (
        <li key={id} className={css['chip']}>
          <span dir="auto">{label}</span>
          <IconButton label={t.removeFilter(label)} onClick={remove}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
