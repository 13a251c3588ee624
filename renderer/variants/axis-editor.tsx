import { Dices, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, type ReactElement } from 'react';
import { parsePinType, isIntegerType } from '#shared/graph/pin-type.ts';
import { InputPicker, type PickableInput } from '#renderer/fields/index.ts';
import {
  Button,
  Checkbox,
  hexOf,
  IconButton,
  NumberField,
  Select,
  TextArea,
  TextField,
  type NumberFieldProps,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { suggestedRamp } from './axis-colors.ts';
import {
  BETWEEN_TEXTS,
  drawSeeds,
  cryptoRandom,
  kindsFor,
  type AxisDraft,
  type AxisKind,
  type AxisReading,
  type SelectedFile,
  type VaryInput,
} from './axis-values.ts';
import { ColorList, RampFields, Spots } from './color-axis.tsx';
import { keyOf } from './use-axes.ts';
import css from './variants.module.css';

const t = words.variants.axisEditor;

const KIND_LABELS: Readonly<Record<AxisKind, string>> = {
  list: t.values2,
  range: t.range,
  seeds: t.randomSeeds,
  colors: t.colors,
  ramp: t.betweenTwoColors,
  lines: t.singleTextLine,
  texts: t.textsLines,
  files: t.files,
};
const MAX_VISIBLE_VALUES = 12;

/** An input for its choice. */
const selectable = (input: VaryInput): PickableInput => ({ ...input, key: keyOf(input) });

/** One axis: its input and its values. */
export function AxisEditor({
  name,
  axis,
  inputs,
  files,
  parsed,
  onChange,
  onInput,
  onRemove,
  onProblem,
}: {
  name: string;
  axis: AxisDraft;
  inputs: readonly VaryInput[];
  files: readonly SelectedFile[];
  parsed: AxisReading;
  onChange: (axis: AxisDraft) => void;
  onInput: (input: VaryInput) => void;
  onRemove: (() => void) | null;
  /** What is typed into one of its number fields cannot be taken; null once it can. */
  onProblem: (field: string, problem: string | null) => void;
}): ReactElement {
  const kinds = kindsFor(axis.input);
  const { key } = axis;
  const report = useCallback(
    (field: string, problem: string | null) => onProblem(`${key} ${field}`, problem),
    [key, onProblem],
  );
  const choices = useMemo(() => inputs.map(selectable), [inputs]);
  const isColor = parsePinType(axis.input.type).base === 'color';
  return (
    <fieldset className={css['axis']}>
      <legend>{name}</legend>
      <div className={css['axisHead']}>
        <InputPicker
          label={t.input}
          hideLabel
          inputs={choices}
          value={keyOf(axis.input)}
          onPick={(key) => {
            const input = inputs.find((candidate) => keyOf(candidate) === key);
            if (input) onInput(input);
          }}
        />
        {kinds.length > 1 ? (
          <Select
            label={t.kindValues}
            hideLabel
            value={axis.kind}
            options={kinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            onValueChange={(kind) => onChange({ ...axis, kind })}
          />
        ) : null}
        {onRemove ? (
          <IconButton label={t.leaveOut(axis.input.label)} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <AxisFields
        axis={axis}
        files={files}
        palette={() => colorsOf(inputs)}
        onChange={onChange}
        onProblem={report}
      />
      <p className={css['axisNote']} data-problem={parsed.ok || parsed.isEmpty ? undefined : ''}>
        {parsed.ok ? valuesSummary(parsed.values.map(({ label }) => label)) : parsed.error}
      </p>
      {parsed.ok && isColor && axis.kind !== 'colors' ? (
        <Spots colors={parsed.values.map(({ label }) => label)} />
      ) : null}
    </fieldset>
  );
}

function valuesSummary(labels: readonly string[]): string {
  const visible = labels.slice(0, MAX_VISIBLE_VALUES).join(', ');
  const hiddenCount = labels.length - MAX_VISIBLE_VALUES;
  return `${labels.length === 1 ? '1 value' : t.values(labels.length)}: ${visible}${hiddenCount > 0 ? t.andOverflow(hiddenCount) : ''}`;
}

/** Colors that the graph uses. */
const colorsOf = (inputs: readonly VaryInput[]): string[] => [
  ...new Set(
    inputs.flatMap(({ type, text }) => {
      const hex = parsePinType(type).base === 'color' ? hexOf(text ?? '') : null;
      return hex === null ? [] : [hex];
    }),
  ),
];

interface AxisFieldsProps {
  axis: AxisDraft;
  files: readonly SelectedFile[];
  palette: () => readonly string[];
  onChange: (axis: AxisDraft) => void;
  onProblem: (field: string, problem: string | null) => void;
}

/** A number of an axis. What it refuses is over when it goes. */
function AxisNumber({
  name,
  onProblem,
  ...field
}: Pick<NumberFieldProps, 'label' | 'value' | 'min' | 'max' | 'integer' | 'onValueChange'> & {
  name: string;
  onProblem: AxisFieldsProps['onProblem'];
}): ReactElement {
  useEffect(() => () => onProblem(name, null), [name, onProblem]);
  return <NumberField {...field} onError={(error) => onProblem(name, error)} />;
}

function RangeFields({ axis, onChange, onProblem }: AxisFieldsProps): ReactElement {
  const integersOnly = isIntegerType(parsePinType(axis.input.type));
  return (
    <div className={css['axisFields']}>
      <AxisNumber
        name="from"
        label={t.from}
        integer={integersOnly}
        value={axis.from}
        onValueChange={(from) => onChange({ ...axis, from })}
        onProblem={onProblem}
      />
      <AxisNumber
        name="to"
        label={t.toIncluded}
        integer={integersOnly}
        value={axis.to}
        onValueChange={(to) => onChange({ ...axis, to })}
        onProblem={onProblem}
      />
      <AxisNumber
        name="step"
        label={t.step}
        integer={integersOnly}
        value={axis.step}
        onValueChange={(step) => onChange({ ...axis, step })}
        onProblem={onProblem}
      />
    </div>
  );
}

function AxisFields(props: AxisFieldsProps): ReactElement {
  const { axis, files, palette, onChange, onProblem } = props;
  switch (axis.kind) {
    case 'range':
      return <RangeFields {...props} />;
    case 'colors':
      return (
        <ColorList
          colors={axis.colors ?? []}
          palette={palette}
          onChange={(colors) => onChange({ ...axis, colors })}
        />
      );
    case 'ramp':
      return (
        <RampFields
          ramp={axis.ramp ?? suggestedRamp(axis.input)}
          palette={palette}
          onChange={(ramp) => onChange({ ...axis, ramp })}
          onProblem={onProblem}
        />
      );
    case 'seeds':
      return <SeedFields {...props} />;
    case 'lines':
    case 'texts':
      return (
        <TextArea
          label={axis.kind === 'lines' ? t.singleValueLine : t.valuesLineBetweenThem(BETWEEN_TEXTS)}
          grows
          rows={axis.kind === 'lines' ? 4 : 7}
          value={axis.text}
          onValueChange={(text) => onChange({ ...axis, text })}
        />
      );
    case 'files':
      return <FileFields axis={axis} files={files} onChange={onChange} />;
    default:
      return (
        <TextField
          label={t.valuesCommasSemicolonsBetween}
          value={axis.text}
          onValueChange={(text) => onChange({ ...axis, text })}
        />
      );
  }
}

function SeedFields({ axis, onChange, onProblem }: AxisFieldsProps): ReactElement {
  const draw = (count: number | null): void =>
    onChange({
      ...axis,
      seeds: drawSeeds(Math.min(1000, Math.max(0, Math.round(count ?? 0))), axis.input.type, cryptoRandom),
    });
  return (
    <div className={css['axisFields']}>
      <AxisNumber
        name="seeds"
        label={t.manySeeds}
        value={axis.seeds.length || null}
        min={1}
        max={1000}
        integer
        onValueChange={draw}
        onProblem={onProblem}
      />
      <span className={css['atFoot']}>
        <Button
          icon={<Dices aria-hidden />}
          disabled={axis.seeds.length === 0}
          onClick={() => draw(axis.seeds.length)}
        >
          {t.newSeeds}
        </Button>
      </span>
    </div>
  );
}

/** The files that fit an input, that which it has now first. */
function filesFor({ type, fileId }: VaryInput, files: readonly SelectedFile[]): SelectedFile[] {
  const { base } = parsePinType(type);
  const isCurrent = (file: SelectedFile): boolean => file.fileId === fileId;
  return files
    .filter(
      (file) => isCurrent(file) || base === 'file' || (file.contentType?.startsWith(`${base}/`) ?? true),
    )
    .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
}

function FileFields({
  axis,
  files,
  onChange,
}: {
  axis: AxisDraft;
  files: readonly SelectedFile[];
  onChange: (axis: AxisDraft) => void;
}): ReactElement {
  const fitting = filesFor(axis.input, files);
  if (fitting.length === 0) {
    return <p className={css['axisNote']}>{t.projectNoFilesFit}</p>;
  }
  const selected = new Set(axis.files.map(({ fileId }) => fileId));
  return (
    <div className={css['fileList']} role="group" aria-label={t.files}>
      {fitting.map((file) => (
        <Checkbox
          key={file.fileId}
          label={file.fileId === axis.input.fileId ? t.applyCurrent(file.filename) : file.filename}
          checked={selected.has(file.fileId)}
          onCheckedChange={(checked) =>
            onChange({
              ...axis,
              files: checked
                ? [...axis.files, file]
                : axis.files.filter(({ fileId }) => fileId !== file.fileId),
            })
          }
        />
      ))}
    </div>
  );
}
