import { useId, useState, type FormEvent, type ReactElement } from 'react';
import {
  serviceKinds,
  MODEL_LIMITS,
  MODEL_SERVICE_IDS,
  MODEL_SERVICES,
  type ModelProvider,
} from '#shared/administration/index.ts';
import { ApiError } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, NumberField, Select, showToast, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CheckResult } from './check-result.tsx';
import { KindRow } from './kind-row.tsx';
import { isLocalService, SERVICE_PRESETS } from './known-services.ts';
import {
  draftOf,
  fieldsForService,
  fieldsOf,
  accessOf,
  missingIn,
  testsOf,
  type FieldName,
  type ProviderFields,
} from './provider-form.ts';
import { useModelList, useModelProviderActions, useModelTest } from './queries.ts';
import css from './models.module.css';

const t = words.models.providerDialog;

const CUSTOM = 'openai-compatible';
/** Known services, addresses that speak as OpenAI does, and any other such address. */
const serviceOptions = [
  ...MODEL_SERVICE_IDS.filter((id) => id !== CUSTOM).map((id) => ({
    value: id as string,
    label: MODEL_SERVICES[id].title,
  })),
  ...SERVICE_PRESETS.map(({ name }) => ({ value: name, label: name })),
  { value: CUSTOM as string, label: t.anotherAddress },
];

export interface ProviderDialogProps {
  /** Null connects a new one. */
  provider: ModelProvider | null;
  /** What is known of a new one, for example of a server that was found. */
  existing?: { name: string; baseUrl: string; models: readonly string[] };
  onClose: () => void;
}

/** The form with what the service is asked about it. */
function useProviderForm({ provider, existing, onClose }: ProviderDialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(provider, existing));
  const [showsMissing, setShowsMissing] = useState(false);
  const { save } = useModelProviderActions();
  const list = useModelList();
  const test = useModelTest();
  const change = (patch: Partial<ProviderFields>): void => {
    setFields((current) => ({ ...current, ...patch }));
    save.reset();
    test.reset();
    if (patch.baseUrl !== undefined) list.reset();
  };
  const getModels = () =>
    list.mutate(accessOf(fields, provider), {
      onSuccess: (found) => {
        // The address may be one below the typed one; the list is shown on.
        if (found.problem === null) setFields((current) => ({ ...current, baseUrl: found.baseUrl }));
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsMissing(true);
    if (missingIn(fields) !== null) return;
    save.mutate(
      { replaces: provider?.name ?? null, draft: draftOf(fields, provider?.hasKey ?? false) },
      {
        onSuccess: (saved) => {
          setFields(fieldsOf(saved));
          showToast({ kind: 'ok', title: t.isConnected(saved.name) });
          onClose();
        },
      },
    );
  };
  const fieldError = fieldErrorOf(save.error ?? test.error ?? list.error);
  const missing = showsMissing ? missingIn(fields) : null;
  return {
    fields,
    change,
    getModels,
    submit,
    runTest: () => test.mutate(testsOf(fields, provider)),
    list,
    test,
    save,
    fieldError,
    suggestions: list.data?.models ?? existing?.models ?? [],
    errorOf: (field: FieldName): string | null =>
      missing?.field === field ? missing.message : fieldError?.field === field ? fieldError.message : null,
  };
}

type ProviderForm = ReturnType<typeof useProviderForm>;

/**
 * Connects a service of models, or edits one. A stored key is never shown; a typed one goes to the local service with the
 * form, and nowhere else.
 */
export function ProviderDialog(props: ProviderDialogProps): ReactElement {
  const { provider, onClose } = props;
  const formId = useId();
  const form = useProviderForm(props);
  const { test, fieldError } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      width={520}
      title={provider ? t.edit(provider.name) : t.connectModel}
      description={provider ? undefined : t.keySealedComputerAddress}
      footer={
        <>
          <Button
            onClick={form.runTest}
            busy={test.isPending}
            disabled={form.fields.baseUrl.trim() === ''}
            style={{ marginRight: 'auto' }}
          >
            {test.isPending ? t.testing : t.test}
          </Button>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={form.save.isPending}>
            {provider ? t.save : t.connect}
          </Button>
        </>
      }
    >
      <form id={formId} className={css['form']} onSubmit={form.submit} noValidate>
        <EndpointFields provider={provider} form={form} />
        <ModelFields form={form} />
        <NumberField
          label={t.creditsAMonth}
          value={form.fields.monthCredits}
          min={0}
          max={1_000_000}
          step={1}
          onValueChange={(monthCredits) => form.change({ monthCredits })}
        />
        <span className={css['hint']}>{t.creditsAMonthHint}</span>
      </form>
      <div aria-live="polite" className={css['result']}>
        {test.data ? <CheckResult {...test.data} /> : null}
        {fieldError && !isFieldVisible(fieldError.field) ? (
          <CheckResult ok={false} messages={[words.sentences.translate(fieldError.message)]} />
        ) : null}
      </div>
    </Dialog>
  );
}

/** Who it is, where, and with which key. */
function EndpointFields({
  provider,
  form: { fields, change, errorOf },
}: {
  provider: ModelProvider | null;
  form: ProviderForm;
}): ReactElement {
  return (
    <>
      {provider === null ? <ServiceChoice fields={fields} onChange={change} /> : null}
      <TextField
        label={t.name}
        value={fields.name}
        onValueChange={(name) => change({ name })}
        placeholder={t.openai}
        error={errorOf('name')}
        maxLength={MODEL_LIMITS.name}
        autoComplete="off"
      />
      <TextField
        label={t.address}
        value={fields.baseUrl}
        onValueChange={(baseUrl) => change({ baseUrl })}
        placeholder="https://api.example.com/v1"
        error={errorOf('baseUrl')}
        hint={fields.service === CUSTOM ? t.anyServiceServerOpenai : undefined}
        spellCheck={false}
        autoComplete="off"
      />
      <KeyField provider={provider} fields={fields} error={errorOf('key')} onChange={change} />
    </>
  );
}

/** What it is used for, with what the service offers as suggestions. */
function ModelFields({
  form: { fields, change, errorOf, list, getModels, suggestions },
}: {
  form: ProviderForm;
}): ReactElement {
  return (
    <>
      <div className={css['modelsHead']}>
        <Button
          size="small"
          onClick={getModels}
          busy={list.isPending}
          disabled={fields.baseUrl.trim() === ''}
        >
          {list.isPending ? t.gettingModels : t.getModels}
        </Button>
        <span className={css['hint']}>{t.serviceSuggestedBelow}</span>
      </div>
      <div aria-live="polite" className={css['result']}>
        {list.data ? (
          <CheckResult
            ok={list.data.problem === null}
            messages={[words.sentences.translate(list.data.message)]}
          />
        ) : null}
      </div>
      {serviceKinds(fields.service).map((kind, index) => (
        <KindRow
          key={kind}
          kind={kind}
          fields={fields}
          suggestions={suggestions}
          onChange={change}
          error={index === 0 ? errorOf('models') : null}
        />
      ))}
    </>
  );
}

const isFieldVisible = (field: string): boolean => ['name', 'baseUrl', 'key', 'models'].includes(field);

/** A refusal as a sentence, and the field that it is about. */
function fieldErrorOf(error: unknown): { field: string; message: string } | null {
  if (!error) return null;
  const field = error instanceof ApiError ? error.details?.['field'] : undefined;
  return {
    field: typeof field === 'string' ? (field.split('.')[0] ?? '') : '',
    message: describeProblem(error),
  };
}

interface SectionProps {
  fields: ProviderFields;
  onChange: (patch: Partial<ProviderFields>) => void;
}

/** A known service fills in its name, address and models. */
function ServiceChoice({ fields, onChange }: SectionProps): ReactElement {
  const preset = SERVICE_PRESETS.find(({ baseUrl }) => baseUrl === fields.baseUrl);
  return (
    <Select
      label={t.service}
      value={fields.service === CUSTOM ? (preset?.name ?? CUSTOM) : fields.service}
      options={serviceOptions}
      onValueChange={(value) => {
        const service = MODEL_SERVICE_IDS.find((id) => id === value) ?? CUSTOM;
        const selection = SERVICE_PRESETS.find(({ name }) => name === value);
        const next = fieldsForService({ ...fields, name: customNameOf(fields) }, service);
        onChange(
          selection
            ? { ...next, name: next.name === '' ? selection.name : next.name, baseUrl: selection.baseUrl }
            : next,
        );
      }}
    />
  );
}

/** The name that a person typed; empty where it came from a preset. */
const customNameOf = ({ name }: ProviderFields): string =>
  SERVICE_PRESETS.some((preset) => preset.name === name) ? '' : name;

function KeyField({
  provider,
  fields,
  error,
  onChange,
}: SectionProps & { provider: ModelProvider | null; error: string | null }): ReactElement {
  const isStored = provider?.hasKey === true && !fields.dropsKey;
  const keysAt =
    MODEL_SERVICES[fields.service].keysAt ??
    SERVICE_PRESETS.find(({ baseUrl }) => baseUrl === fields.baseUrl)?.keysAt;
  const hint = isStored ? (
    <>
      {t.leaveEmptyKeepStored}
      <button
        type="button"
        className={css['inlineButton']}
        onClick={() => onChange({ dropsKey: true, key: '' })}
      >
        {t.applyNoKey}
      </button>
    </>
  ) : isLocalService(fields.baseUrl) ? (
    t.serverComputerUsuallyNeeds
  ) : keysAt ? (
    t.youFind(keysAt)
  ) : undefined;
  return (
    <TextField
      label={t.apiKey}
      type="password"
      value={fields.key}
      onValueChange={(key) => onChange({ key })}
      placeholder={isStored ? t.stored : undefined}
      error={error}
      hint={hint}
      spellCheck={false}
      autoComplete="off"
      mono
    />
  );
}
