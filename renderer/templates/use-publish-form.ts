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

/** A refusal as a sentence, and the part of the form it is about. */
function fieldErrorOf(error: unknown): { field: string; message: string } | null {
  if (!error) return null;
  const field = error instanceof ApiError ? error.details['field'] : undefined;
  return { field: typeof field === 'string' ? field : '', message: describeProblem(error) };
}

/** The form that publishes, whatever stands around it. @param publishable may change while it is filled in: the project is edited. */
export function usePublishForm({
  connectionId,
  projectId,
  templateId,
  saveFirst,
  publishable,
}: PublishRequest & { publishable: Publishable }) {
  const [state, setState] = useState(() => ({
    fields: fieldsOf(publishable, templateId ?? publishable.templates[0]?.templateId ?? null),
    offer: publishable,
  }));
  const fields = state.offer === publishable ? state.fields : reconciled(state.fields, publishable);
  const { publish } = useTemplateActions(connectionId);
  /** What a new state changes for callers; it is shown before it is published. */
  const [changes, setChanges] = useState<readonly string[] | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [isUploading, setUploading] = useState(false);
  /** Defaults that cannot be taken as they are typed. */
  const problems = useFieldProblems();
  const update = (next: (current: PublishFields) => PublishFields): void => {
    // What is on its way is what was filled in; forgetting it would lose the key that comes back.
    if (publish.isPending) return;
    setState((current) => ({
      fields: next(current.offer === publishable ? current.fields : reconciled(current.fields, publishable)),
      offer: publishable,
    }));
    setChanges(null);
    setConfirming(false);
    publish.reset();
  };
  const isEmpty = fields.inputs.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUploading || publish.isPending || problems.clock() !== null) return;
    const isDryRun = fields.templateId !== null && changes === null;
    // A new state is shown before it is published; a new template is asked about here.
    if (isEmpty && !isConfirming && fields.templateId === null) {
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
    change: (next: PublishFields) => update(() => next),
    /** Changes a part of what the form holds by then. */
    set: (patch: Partial<PublishFields>) => update((current) => ({ ...current, ...patch })),
    /** A picture is on its way: publishing waits for it. */
    isUploading,
    setUploading,
    problems,
    submit,
    publish,
    changes,
    /** No input is chosen, and the next press publishes all the same. */
    warnsEmpty: isEmpty && (isConfirming || changes !== null),
    done: published,
    refused: fieldError,
    /** A sentence about a part of the form, such as `name` or `inputs.1`. */
    errorOf: (field: string): string | null =>
      fieldError && (fieldError.field === field || fieldError.field.startsWith(`${field}.`))
        ? fieldError.message
        : null,
    submitLabel:
      fields.templateId === null
        ? isConfirming && isEmpty
          ? t.publishInputs
          : t.publish
        : changes === null
          ? t.viewChanges
          : t.publishNewState,
  };
}

export type PublishForm = ReturnType<typeof usePublishForm>;
