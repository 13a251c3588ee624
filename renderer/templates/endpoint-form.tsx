import { Play } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EndpointPin, PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { Button, ColorSwatch, NumberField, Switch, TextArea, TextField } from '#renderer/ui/index.ts';
import { acceptOf, hintOf, formValues, toInputs, whyNotSend, type FieldValue } from './form-values.ts';
import { FileField } from './file-field.tsx';
import type { RunInputValue } from '#shared/api/index.ts';
import css from './endpoint-form.module.css';
import typography from './template-text.module.css';

/** A field for each input of an endpoint, and the button that runs it. */
export function EndpointForm({
  connectionId,
  docs,
  inputsOfRun,
  begin = {},
  hidden = null,
  action = 'Run',
  running,
  onRun,
}: {
  connectionId: string;
  docs: PublicTemplateEndpointDocs;
  /** What the form begins with; null for the template's own values. */
  inputsOfRun: Readonly<Record<string, RunInputValue>> | null;
  /** Texts that fields begin with instead, by their field. */
  begin?: Readonly<Record<string, string>>;
  /** A field that is filled in elsewhere. */
  hidden?: string | null;
  /** What the button says. */
  action?: string;
  running: boolean;
  onRun: (inputs: Record<string, RunInputValue>) => void;
}): ReactElement {
  const [values, setValues] = useState(() => formValues(docs, inputsOfRun, begin));
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
      {inputs.every(({ fieldName }) => fieldName === hidden) ? (
        <p className={typography['quiet']}>
          {hidden === null ? 'It needs no inputs.' : 'It needs nothing else.'}
        </p>
      ) : null}
      {inputs.map((pin) => {
        const value = values[pin.fieldName];
        if (!value || pin.fieldName === hidden) return null;
        return (
          <Field
            key={pin.fieldName}
            connectionId={connectionId}
            pin={pin}
            value={value}
            problem={tried || value.kind === 'json' ? (problems[pin.fieldName] ?? null) : null}
            onChange={(next) => set(pin.fieldName, next)}
            onUploading={(on) => setUploading((before) => withOrWithout(before, pin.fieldName, on))}
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
          {action}
        </Button>
        {uploading.size > 0 ? (
          <span className={typography['quiet']}>Runs once the upload is done.</span>
        ) : null}
      </div>
    </form>
  );
}

const withOrWithout = (names: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> =>
  on ? new Set([...names, name]) : new Set([...names].filter((other) => other !== name));

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
