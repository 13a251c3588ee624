import type { ReactElement } from 'react';
import { MODEL_LIMITS, UNITS_OF_KIND, type ModelKind } from '#shared/administration/index.ts';
import { NumberField, Select, SuggestField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { KIND_LABELS, priceLabel, unitLabel, type ProviderFields } from './provider-form.ts';
import css from './models.module.css';

const t = words.models.providerDialog;

interface KindRowProps {
  kind: ModelKind;
  fields: ProviderFields;
  suggestions: readonly string[];
  error: string | null;
  onChange: (patch: Partial<ProviderFields>) => void;
}

/** Which model makes what, and what that costs by which unit. */
export function KindRow({ kind, fields, suggestions, onChange, error }: KindRowProps): ReactElement {
  const { model, unit, credits, creditsOut } = fields.kinds[kind];
  const set = (patch: Partial<ProviderFields['kinds'][ModelKind]>): void =>
    onChange({ kinds: { ...fields.kinds, [kind]: { ...fields.kinds[kind], ...patch } } });
  const units = UNITS_OF_KIND[kind];
  const isUsed = model.trim() !== '';
  const label = priceLabel(kind, unit);
  return (
    <div className={css['kind']}>
      <SuggestField
        label={KIND_LABELS[kind].model}
        value={model}
        suggestions={suggestions}
        onValueChange={(next) => set({ model: next })}
        placeholder={t.noUsed}
        error={error}
        maxLength={MODEL_LIMITS.model}
      />
      <NumberField
        label={label}
        value={credits}
        min={0}
        max={1_000_000}
        step={0.01}
        disabled={!isUsed}
        onValueChange={(next) => set({ credits: next })}
      />
      {isUsed && units.length > 1 ? (
        <Select
          label={t.priceFor(KIND_LABELS[kind].short)}
          value={unit}
          options={units.map((value) => ({ value, label: unitLabel(value) }))}
          onValueChange={(value) => set({ unit: units.find((known) => known === value) ?? unit })}
        />
      ) : null}
      {isUsed && unit === 'tokens' ? (
        <NumberField
          label={t.creditsOut}
          value={creditsOut}
          min={0}
          max={1_000_000}
          step={0.01}
          onValueChange={(next) => set({ creditsOut: next })}
        />
      ) : null}
    </div>
  );
}
