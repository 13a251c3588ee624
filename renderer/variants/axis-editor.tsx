import { Dices, X } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import {
  Button,
  Checkbox,
  IconButton,
  NumberField,
  PickField,
  Select,
  TextArea,
  TextField,
  type PickGroup,
} from '#renderer/ui/index.ts';
import {
  BETWEEN_TEXTS,
  drawSeeds,
  cryptoRandom,
  kindsFor,
  type AxisDraft,
  type AxisKind,
  type AxisReading,
  type ChosenFile,
  type VaryInput,
} from './axis-values.ts';
import css from './variants.module.css';

const KIND_LABELS: Readonly<Record<AxisKind, string>> = {
  list: 'Values',
  range: 'Range',
  seeds: 'Random seeds',
  lines: 'One text a line',
  texts: 'Texts of several lines',
  files: 'Files',
};
const MAX_SHOWN_VALUES = 12;

const keyOf = ({ nodeId, input }: VaryInput): string => JSON.stringify([nodeId, input]);

/** Inputs under the node that has them, in the order given. */
function groupsOf(inputs: readonly VaryInput[]): PickGroup[] {
  return [...Map.groupBy(inputs, ({ nodeId }) => nodeId)].map(([id, items]) => ({
    id,
    title: items[0]?.nodeTitle ?? '',
    ...(items[0]?.isSelected === true && { note: 'selected' }),
    items: items.map((input) => ({
      value: keyOf(input),
      label: input.label,
      ...(input.valueText !== undefined && input.valueText !== '' && { detail: input.valueText }),
    })),
  }));
}

/** One axis: its input and its values. */
export function AxisEditor({
  name,
  axis,
  inputs,
  files,
  reading,
  onChange,
  onInput,
  onRemove,
}: {
  name: string;
  axis: AxisDraft;
  inputs: readonly VaryInput[];
  files: readonly ChosenFile[];
  reading: AxisReading;
  onChange: (axis: AxisDraft) => void;
  onInput: (input: VaryInput) => void;
  onRemove: (() => void) | null;
}): ReactElement {
  const kinds = kindsFor(axis.input);
  const groups = useMemo(() => groupsOf(inputs), [inputs]);
  return (
    <fieldset className={css['axis']}>
      <legend>{name}</legend>
      <div className={css['axisHead']}>
        <PickField
          label="Input"
          searchLabel="Search inputs"
          emptyText="No input matches. Try the name of its node."
          value={keyOf(axis.input)}
          groups={groups}
          onValueChange={(key) => {
            const input = inputs.find((candidate) => keyOf(candidate) === key);
            if (input) onInput(input);
          }}
        />
        {kinds.length > 1 ? (
          <Select
            label="Kind of values"
            hideLabel
            value={axis.kind}
            options={kinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            onValueChange={(kind) => onChange({ ...axis, kind })}
          />
        ) : null}
        {onRemove ? (
          <IconButton label={`Leave out ${axis.input.label}`} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <AxisFields axis={axis} files={files} onChange={onChange} />
      <p className={css['axisNote']} data-problem={reading.ok || reading.isEmpty ? undefined : ''}>
        {reading.ok ? shownValues(reading.values.map(({ label }) => label)) : reading.error}
      </p>
    </fieldset>
  );
}

function shownValues(labels: readonly string[]): string {
  const shown = labels.slice(0, MAX_SHOWN_VALUES).join(', ');
  const more = labels.length - MAX_SHOWN_VALUES;
  return `${labels.length === 1 ? '1 value' : `${labels.length} values`}: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

function AxisFields({
  axis,
  files,
  onChange,
}: {
  axis: AxisDraft;
  files: readonly ChosenFile[];
  onChange: (axis: AxisDraft) => void;
}): ReactElement {
  switch (axis.kind) {
    case 'range':
      return (
        <div className={css['axisFields']}>
          <NumberField label="From" value={axis.from} onValueChange={(from) => onChange({ ...axis, from })} />
          <NumberField
            label="To, included"
            value={axis.to}
            onValueChange={(to) => onChange({ ...axis, to })}
          />
          <NumberField label="Step" value={axis.step} onValueChange={(step) => onChange({ ...axis, step })} />
        </div>
      );
    case 'seeds':
      return <SeedFields axis={axis} onChange={onChange} />;
    case 'lines':
    case 'texts':
      return (
        <TextArea
          label={
            axis.kind === 'lines' ? 'One value a line' : `Values, with a line ${BETWEEN_TEXTS} between them`
          }
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
          label="Values, with commas between them"
          value={axis.text}
          onValueChange={(text) => onChange({ ...axis, text })}
        />
      );
  }
}

function SeedFields({
  axis,
  onChange,
}: {
  axis: AxisDraft;
  onChange: (axis: AxisDraft) => void;
}): ReactElement {
  const draw = (count: number | null): void =>
    onChange({
      ...axis,
      seeds: drawSeeds(Math.min(1000, Math.max(0, Math.round(count ?? 0))), axis.input.type, cryptoRandom),
    });
  return (
    <div className={css['axisFields']}>
      <NumberField
        label="How many seeds"
        value={axis.seeds.length || null}
        min={1}
        max={1000}
        onValueChange={draw}
      />
      <span className={css['atFoot']}>
        <Button
          icon={<Dices aria-hidden />}
          disabled={axis.seeds.length === 0}
          onClick={() => draw(axis.seeds.length)}
        >
          New seeds
        </Button>
      </span>
    </div>
  );
}

/** The files that fit an input, that which it has now first. */
function filesFor({ type, fileId }: VaryInput, files: readonly ChosenFile[]): ChosenFile[] {
  const { base } = parsePinType(type);
  const isNow = (file: ChosenFile): boolean => file.fileId === fileId;
  return files
    .filter((file) => isNow(file) || base === 'file' || (file.contentType?.startsWith(`${base}/`) ?? true))
    .toSorted((a, b) => Number(isNow(b)) - Number(isNow(a)));
}

function FileFields({
  axis,
  files,
  onChange,
}: {
  axis: AxisDraft;
  files: readonly ChosenFile[];
  onChange: (axis: AxisDraft) => void;
}): ReactElement {
  const fitting = filesFor(axis.input, files);
  if (fitting.length === 0) {
    return (
      <p className={css['axisNote']}>This project has no files that fit. Drop some on the canvas first.</p>
    );
  }
  const chosen = new Set(axis.files.map(({ fileId }) => fileId));
  return (
    <div className={css['fileList']} role="group" aria-label="Files">
      {fitting.map((file) => (
        <Checkbox
          key={file.fileId}
          label={file.fileId === axis.input.fileId ? `${file.filename} – in use now` : file.filename}
          checked={chosen.has(file.fileId)}
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
