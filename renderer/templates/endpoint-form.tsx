import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Play } from 'lucide-react';
import { useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import type { TemplateForm } from '#shared/administration/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { PublicTemplateEndpointDocs, RunInputValue } from '#shared/api/index.ts';
import { InputField, useFieldProblems, fieldKindOf, type FieldValue } from '#renderer/fields/index.ts';
import { Button, priceText, Skeleton } from '#renderer/ui/index.ts';
import { fileReadError, uploadFile } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { fieldsOfForm, formValues, shiftTexts, toInputs, type FormField } from './form-values.ts';
import { templateFormQuery } from './management.ts';
import { useOpenAsProject } from './use-open-as-project.ts';
import css from './endpoint-form.module.css';
import typography from './template-text.module.css';

const t = words.endpoints.endpointForm;

interface EndpointFormProps {
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
  /** How many runs the button starts. */
  runs?: number;
  running: boolean;
  onRun: (inputs: Record<string, RunInputValue>) => void;
  /** Shows a project that was made with what the fields hold; left out where none can be made. */
  onOpenProject?: ((projectId: string) => void) | undefined;
}

/** A field for each input of an endpoint, and the button that runs it. */
export function EndpointForm(props: EndpointFormProps): ReactElement {
  const { connectionId, docs } = props;
  const form = useQuery(templateFormQuery(connectionId, docs.templateId));
  // The kinds of the fields are known before the first of them is there: none becomes another one later.
  if (form.isLoading) return <Skeleton height={160} />;
  return <Form {...props} form={form.data ?? null} />;
}

const text = words.fields;

/** What a field says while nothing is set in it. */
const placeholderOf = ({ isRequired }: FormField): string | undefined =>
  isRequired ? undefined : text.asInTemplate;

const hintOf = ({ type, isRequired }: FormField, value: FieldValue): string | undefined =>
  fieldKindOf(type) === 'boolean' && value === null && !isRequired
    ? text.asInTemplateUntilSwitched
    : undefined;

const isEmpty = (value: FieldValue | undefined): boolean =>
  value === null || value === undefined || (value.type === 'string' && value.value === '');

/** The fields of a form and what they hold. @param begin texts that fields begin with; they move with their field. */
function useFormValues(
  docs: PublicTemplateEndpointDocs,
  form: TemplateForm | null,
  inputsOfRun: EndpointFormProps['inputsOfRun'],
  begin: Readonly<Record<string, string>>,
) {
  // As it was when the form came: a template that is published anew meanwhile changes no field under a hand.
  const [fields] = useState(() => fieldsOfForm(docs, form));
  const [values, setValues] = useState(() => formValues(docs, fields, inputsOfRun, begin));
  const [started, setStarted] = useState(begin);
  if (!jsonEqual(started, begin)) {
    setStarted(begin);
    setValues(shiftTexts(values, formValues(docs, fields, inputsOfRun, {}), started, begin));
  }
  return { fields, values, setValues };
}

function Form({
  connectionId,
  docs,
  form,
  inputsOfRun,
  begin = {},
  hidden = null,
  action = t.run,
  runs = 1,
  running,
  onRun,
  onOpenProject,
}: EndpointFormProps & { form: TemplateForm | null }): ReactElement {
  const { fields, values, setValues } = useFormValues(docs, form, inputsOfRun, begin);
  const [isTried, setTried] = useState(false);
  const [uploading, setUploading] = useState<ReadonlySet<string>>(new Set());
  const problems = useFieldProblems();
  const element = useRef<HTMLFormElement>(null);
  const visible = fields.filter(({ name }) => name !== hidden);
  const missing = visible.filter(({ name, isRequired }) => isRequired && isEmpty(values[name]));
  const isUploading = uploading.size > 0;
  const disabledReason = words.whyNot.form(isUploading, problems.first !== null);
  const price = form?.price === undefined ? undefined : form.price * runs;

  return (
    <form
      ref={element}
      className={css['form']}
      aria-label={t.inputs}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isUploading || running || problems.current() !== null) return;
        if (missing.length === 0) onRun(toInputs(values));
        else focusField(element.current, visible.indexOf(missing[0]!));
      }}
    >
      {visible.length === 0 ? (
        <p className={typography['quiet']}>{hidden === null ? t.needsNoInputs : t.needsNoneElse}</p>
      ) : null}
      {visible.map((field) => {
        const { name } = field;
        const value = values[name] ?? null;
        return (
          <div key={name} data-form-field>
            <InputField
              input={field}
              value={value}
              placeholder={placeholderOf(field)}
              hint={hintOf(field, value)}
              error={isTried && missing.includes(field) ? text.needed : null}
              onValueChange={(next) => setValues((before) => ({ ...before, [name]: next }))}
              onProblem={(problem) => problems.report(name, problem)}
              uploads={{
                connectionId,
                ...fileReadError,
                send: (file, options) => uploadFile(connectionId, file, options),
                onBusy: (isBusy) => setUploading((before) => toggleName(before, name, isBusy)),
              }}
            />
          </div>
        );
      })}
      <FormEnd
        label={price ? `${action} · ${priceText(price)}` : action}
        {...{ running, disabledReason, isUploading, hasProblem: problems.first !== null, price }}
      >
        {onOpenProject ? (
          <OpenAsProject
            {...{ connectionId, templateId: docs.templateId, onOpenProject, disabledReason }}
            inputs={() => (problems.current() === null ? toInputs(values) : null)}
          />
        ) : null}
      </FormEnd>
    </form>
  );
}

/** The button that runs, what else can be done, and what there is to say about it. */
function FormEnd({
  label,
  running,
  disabledReason,
  children,
  ...adjacent
}: ComponentProps<typeof RunStatus> & {
  label: string;
  running: boolean;
  disabledReason: string | null;
  children: ReactNode;
}): ReactElement {
  return (
    <div className={css['formEnd']}>
      <Button
        type="submit"
        variant="run"
        icon={<Play aria-hidden fill="currentColor" />}
        busy={running}
        disabledReason={disabledReason}
      >
        {label}
      </Button>
      {children}
      <RunStatus {...adjacent} />
    </div>
  );
}

/** Makes a project of the template with what its form holds, and shows it. */
function OpenAsProject({
  disabledReason,
  inputs,
  ...target
}: Parameters<typeof useOpenAsProject>[0] & {
  disabledReason: string | null;
  /** Null while a field holds what cannot be read. */
  inputs: () => Record<string, RunInputValue> | null;
}): ReactElement {
  const { open, isPending } = useOpenAsProject(target);
  return (
    <Button
      icon={<FolderOpen aria-hidden />}
      title={words.templates.aboutOpening}
      busy={isPending}
      disabledReason={disabledReason}
      onClick={() => {
        const input = inputs();
        if (input !== null) open(input);
      }}
    >
      {words.templates.openAsProject}
    </Button>
  );
}

/** Why the button waits, else what its price means; nothing where that is not known. */
function RunStatus({
  isUploading,
  hasProblem,
  price,
}: {
  isUploading: boolean;
  hasProblem: boolean;
  /** Microcredits. */
  price: number | undefined;
}): ReactElement | null {
  const note = isUploading
    ? text.waitsForUpload
    : hasProblem
      ? text.waitsForProblem
      : price === 0
        ? priceText(0)
        : text.priceIsMost;
  return price === undefined && !isUploading && !hasProblem ? null : (
    <span className={typography['quiet']}>{note}</span>
  );
}

const toggleName = (names: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> =>
  on ? new Set([...names, name]) : new Set([...names].filter((entry) => entry !== name));

/** Puts the focus into a field of the form. */
function focusField(form: HTMLFormElement | null, index: number): void {
  const all = form?.querySelectorAll('[data-form-field]');
  const control = all?.[index]?.querySelector<HTMLElement>(
    'textarea, input:not([type="file"]), [role="combobox"], button',
  );
  control?.focus();
}
