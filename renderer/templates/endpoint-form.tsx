import { FileUp, Play, X } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactElement } from 'react';
import type { EndpointPin, PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import {
  Button,
  ColorSwatch,
  formatBytes,
  IconButton,
  NumberField,
  ProgressBar,
  Switch,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import { whyNotUpload } from '#renderer/uploads/index.ts';
import {
  acceptOf,
  hintOf,
  initialValues,
  toInputs,
  valuesOfRun,
  whyNotSend,
  type FieldValue,
} from './form-values.ts';
import { uploadFile } from '#renderer/uploads/index.ts';
import type { RunInputValue } from '#shared/api/index.ts';
import css from './endpoint-form.module.css';
import typography from './template-text.module.css';

/** A field for each input of an endpoint, and the button that runs it. */
export function EndpointForm({
  connectionId,
  docs,
  inputsOfRun,
  running,
  onRun,
}: {
  connectionId: string;
  docs: PublicTemplateEndpointDocs;
  /** What the form begins with; null for the template's own values. */
  inputsOfRun: Readonly<Record<string, RunInputValue>> | null;
  running: boolean;
  onRun: (inputs: Record<string, RunInputValue>) => void;
}): ReactElement {
  const [values, setValues] = useState(() =>
    inputsOfRun === null ? initialValues(docs) : valuesOfRun(docs, inputsOfRun),
  );
  const [tried, setTried] = useState(false);
  const [uploading, setUploading] = useState<ReadonlySet<string>>(new Set());
  const inputs = docs.inputs ?? [];
  const problems = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, whyNotSend(value)]),
  );
  const set = (name: string, value: FieldValue) => setValues((before) => ({ ...before, [name]: value }));

  return (
    <form
      className={css['form']}
      aria-label="Inputs"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (uploading.size > 0 || running || Object.values(problems).some((problem) => problem !== null))
          return;
        onRun(toInputs(values));
      }}
    >
      {inputs.length === 0 ? <p className={typography['quiet']}>It needs no inputs.</p> : null}
      {inputs.map((pin) => {
        const value = values[pin.fieldName];
        if (!value) return null;
        return (
          <Field
            key={pin.fieldName}
            connectionId={connectionId}
            pin={pin}
            value={value}
            problem={tried || value.kind === 'json' ? (problems[pin.fieldName] ?? null) : null}
            onChange={(next) => set(pin.fieldName, next)}
            onUploading={(on) =>
              setUploading((before) => {
                const next = new Set(before);
                if (on) next.add(pin.fieldName);
                else next.delete(pin.fieldName);
                return next;
              })
            }
          />
        );
      })}
      <div className={css['formEnd']}>
        <Button
          type="submit"
          variant="run"
          icon={<Play aria-hidden fill="currentColor" />}
          busy={running}
          disabled={uploading.size > 0}
        >
          Run
        </Button>
        {uploading.size > 0 ? (
          <span className={typography['quiet']}>Runs once the upload is done.</span>
        ) : null}
      </div>
    </form>
  );
}

interface FieldProps {
  connectionId: string;
  pin: EndpointPin;
  value: FieldValue;
  problem: string | null;
  onChange: (value: FieldValue) => void;
  onUploading: (uploading: boolean) => void;
}

/** Endpoints say of a color only that it is text; what looks like one can be chosen as one. */
const COLOR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** From here on a text is easier to write in several lines. */
const LONG_TEXT = 48;

const isLong = (pin: EndpointPin, text: string): boolean =>
  parsePinType(pin.dataType).multiline === true || text.includes('\n') || text.length > LONG_TEXT;

function Field({ connectionId, pin, value, problem, onChange, onUploading }: FieldProps): ReactElement {
  const label = pin.name || pin.fieldName;
  const hint = hintOf(pin, value);
  switch (value.kind) {
    case 'text':
      return isLong(pin, value.value ?? '') ? (
        <TextArea
          label={label}
          hint={hint}
          rows={3}
          value={value.value ?? ''}
          onValueChange={(text) => onChange({ kind: 'text', value: text })}
        />
      ) : (
        <div className={css['color']}>
          <TextField
            label={label}
            hint={hint}
            value={value.value ?? ''}
            placeholder={value.value === null ? 'As in the template' : undefined}
            onValueChange={(text) => onChange({ kind: 'text', value: text })}
          />
          {COLOR.test(value.value ?? '') ? (
            <span className={css['swatch']}>
              <ColorSwatch
                label={label}
                value={value.value ?? ''}
                onValueChange={(text) => onChange({ kind: 'text', value: text })}
              />
            </span>
          ) : null}
        </div>
      );
    case 'number': {
      const { min, max, step } = parsePinType(pin.dataType);
      return (
        <div className={css['field']}>
          <NumberField
            label={label}
            value={value.value}
            min={min}
            max={max}
            step={step}
            onValueChange={(number) => onChange({ kind: 'number', value: number })}
          />
          {hint === null ? null : <span className={css['hint']}>{hint}</span>}
        </div>
      );
    }
    case 'boolean':
      return (
        <div className={css['field']}>
          <Switch
            label={label}
            checked={value.value === true}
            onCheckedChange={(checked) => onChange({ kind: 'boolean', value: checked })}
          />
          {hint === null ? null : <span className={css['hint']}>{hint}</span>}
        </div>
      );
    case 'json':
      return (
        <TextArea
          label={label}
          hint={hint}
          error={problem}
          mono
          rows={5}
          spellCheck={false}
          value={value.text}
          onValueChange={(text) => onChange({ kind: 'json', text })}
        />
      );
    case 'file':
      return (
        <FileField
          connectionId={connectionId}
          label={label}
          hint={hint}
          accept={acceptOf(pin)}
          file={value.file}
          onChange={(file) => onChange({ kind: 'file', file })}
          onUploading={onUploading}
        />
      );
    default: {
      const unknown: never = value;
      return unknown;
    }
  }
}

type ChosenFile = Extract<FieldValue, { kind: 'file' }>['file'];

function FileField({
  connectionId,
  label,
  hint,
  accept,
  file,
  onChange,
  onUploading,
}: {
  connectionId: string;
  label: string;
  hint: string | null;
  accept: string | undefined;
  file: ChosenFile;
  onChange: (file: ChosenFile) => void;
  onUploading: (uploading: boolean) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [upload, setUpload] = useState<{ name: string; size: number; part: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const picture = useMediaUrl(
    connectionId,
    file?.contentType.startsWith('image/') ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );

  const take = async (next: File | undefined) => {
    if (!next) return;
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    setProblem(null);
    onChange(null);
    const problemOfFile = await whyNotUpload(next);
    if (signal.aborted) return;
    if (problemOfFile !== null) {
      setProblem(problemOfFile);
      return;
    }
    setUpload({ name: next.name, size: next.size, part: 0 });
    onUploading(true);
    try {
      const fileId = await uploadFile(connectionId, next, {
        onProgress: (part) => setUpload({ name: next.name, size: next.size, part }),
        signal,
      });
      onChange({ fileId, filename: next.name, contentType: next.type });
    } catch (error) {
      if (!signal.aborted) setProblem(describeProblem(error));
    } finally {
      if (stop.current === controller) {
        setUpload(null);
        onUploading(false);
      }
    }
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className={css['field']} role="group" aria-label={label}>
      <span className={css['fieldLabel']}>{label}</span>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div
        className={css['drop']}
        data-takes-any-file
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {picture ? <img className={css['dropPicture']} src={picture.url} alt="" /> : <FileUp aria-hidden />}
        <span className={css['dropText']}>
          <span className={css['dropName']} dir="auto">
            {upload ? upload.name : file ? file.filename : 'Drop a file here'}
          </span>
          {upload ? (
            <>
              <span className={typography['quiet']}>
                {Math.round(upload.part * 100)} % of {formatBytes(upload.size)}
              </span>
              <ProgressBar value={upload.part} label={`Upload of ${upload.name}`} />
            </>
          ) : null}
        </span>
        {upload ? (
          <Button
            size="small"
            onClick={() => {
              stop.current?.abort();
              stop.current = null;
              setUpload(null);
              onUploading(false);
            }}
          >
            Cancel
          </Button>
        ) : (
          <Button size="small" onClick={() => picker.current?.click()}>
            {file ? 'Change…' : 'Choose…'}
          </Button>
        )}
        {file && !upload ? (
          <IconButton label={`Remove ${file.filename}`} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        ) : null}
      </div>
      {problem ? (
        <span role="alert" className={css['fieldProblem']}>
          {problem}
        </span>
      ) : hint === null ? null : (
        <span className={css['hint']}>{hint}</span>
      )}
    </div>
  );
}
