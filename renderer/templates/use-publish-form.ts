import { useState, type FormEvent } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { ApiError } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { useFieldProblems } from '#renderer/fields/index.ts';
import { words } from '#renderer/words/index.ts';
import { useTemplateActions } from './management.ts';
import { draftOf, fieldsOf, reconciled, type PublishFields } from './publish-form.ts';
import type { PublishRequest } from './publish-store.ts';

const t = words.templates.usePublishForm;

/** Why the service refused, as a sentence, and the field it is about; empty for the form as a whole. */
function fieldErrorOf(error: unknown): { field: string; message: string } | null {
  if (!error) return null;
  const field = error instanceof ApiError ? error.details['field'] : undefined;
  return { field: typeof field === 'string' ? field : '', message: describeProblem(error) };
}

/**
 * The state of the form that publishes a project as a template, in the dialog and in the panel alike. A new version of a template is
 * tried first: the service says what it changes for callers, and a second press publishes it.
 * @param publishable what the project offers; it may change while the form is filled in, as the project is edited.
 */
export function usePublishForm({
  connectionId,
  projectId,
  templateId,
  saveFirst,
  publishable,
}: PublishRequest & { publishable: Publishable }) {
  // The fields, and the project that they were filled in for.
  const [filled, setFilled] = useState(() => ({
    fields: fieldsOf(publishable, templateId ?? publishable.templates[0]?.templateId ?? null),
    publishable,
  }));
  const currentFields = (from: typeof filled): PublishFields =>
    from.publishable === publishable ? from.fields : reconciled(from.fields, publishable);
  const fields = currentFields(filled);
  const { publish } = useTemplateActions(connectionId);
  /** What a new version changes for callers; null until it was tried. */
  const [changes, setChanges] = useState<readonly string[] | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [isUploading, setUploading] = useState(false);
  /** Defaults that cannot be taken as they are typed. */
  const problems = useFieldProblems();
  const update = (next: (current: PublishFields) => PublishFields): void => {
    // An edit would forget the request that is pending, and with it the key that it returns.
    if (publish.isPending) return;
    setFilled((current) => ({ fields: next(currentFields(current)), publishable }));
    setChanges(null);
    setConfirming(false);
    publish.reset();
  };
  const isEmpty = fields.inputs.length === 0;
  const isNewTemplate = fields.templateId === null;
  const isDryRun = !isNewTemplate && changes === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUploading || publish.isPending || problems.current() !== null) return;
    // A template without inputs needs a second press; that of a new version is the one after its trial.
    if (isEmpty && !isConfirming && isNewTemplate) {
      setConfirming(true);
      return;
    }
    publish.mutate(
      { draft: draftOf(projectId, fields, isDryRun), saveFirst },
      {
        onSuccess: (result) => {
          if (isDryRun) setChanges(result.changes);
        },
      },
    );
  };
  const published = publish.data && !publish.variables.draft.isTrial ? publish.data : null;
  const fieldError = fieldErrorOf(publish.error);
  return {
    fields,
    replace: (next: PublishFields) => update(() => next),
    /** Changes some fields of what the form holds when it is called. */
    set: (patch: Partial<PublishFields>) => update((current) => ({ ...current, ...patch })),
    /** A cover is being uploaded: publishing waits for it. */
    isUploading,
    setUploading,
    problems,
    submit,
    publish,
    changes,
    /** No input is chosen, and the next press publishes all the same. */
    warnsEmpty: isEmpty && (isConfirming || changes !== null),
    published,
    fieldError,
    /** The error of a field, such as `name` or `inputs.1`, or of what is within it. */
    errorOf: (field: string): string | null =>
      fieldError && (fieldError.field === field || fieldError.field.startsWith(`${field}.`))
        ? fieldError.message
        : null,
    submitLabel: isDryRun
      ? t.viewChanges
      : !isNewTemplate
        ? t.publishNewState
        : isConfirming && isEmpty
          ? t.publishInputs
          : t.publish,
  };
}

export type PublishForm = ReturnType<typeof usePublishForm>;
