import { useState, type FormEvent } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { ApiError } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { useFieldProblems } from '#renderer/fields/index.ts';
import { useTemplateActions } from './management.ts';
import { draftOf, fieldsOf, reconciled, type PublishFields } from './publish-form.ts';
import type { PublishRequest } from './publish-store.ts';

/** A refusal as a sentence, and the part of the form it is about. */
function refusalOf(error: unknown): { field: string; message: string } | null {
  if (!error) return null;
  const field = error instanceof ApiError ? error.details['field'] : undefined;
  return { field: typeof field === 'string' ? field : '', message: describeProblem(error) };
}

/** The form that publishes, whatever stands around it. @param offer may change while it is filled in: the project is edited. */
export function usePublishForm({
  connectionId,
  projectId,
  templateId,
  saveFirst,
  offer,
}: PublishRequest & { offer: Publishable }) {
  const [state, setState] = useState(() => ({
    fields: fieldsOf(offer, templateId ?? offer.templates[0]?.templateId ?? null),
    offer,
  }));
  const fields = state.offer === offer ? state.fields : reconciled(state.fields, offer);
  const { publish } = useTemplateActions(connectionId);
  /** What a new state changes for callers; it is shown before it is published. */
  const [changes, setChanges] = useState<readonly string[] | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isUploading, setUploading] = useState(false);
  /** Defaults that cannot be taken as they are typed. */
  const problems = useFieldProblems();
  const update = (next: (now: PublishFields) => PublishFields): void => {
    // What is on its way is what was filled in; forgetting it would lose the key that comes back.
    if (publish.isPending) return;
    setState((now) => ({
      fields: next(now.offer === offer ? now.fields : reconciled(now.fields, offer)),
      offer,
    }));
    setChanges(null);
    setAsked(false);
    publish.reset();
  };
  const isEmpty = fields.inputs.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUploading || publish.isPending || problems.now() !== null) return;
    const isTrial = fields.templateId !== null && changes === null;
    // A new state is shown before it is published; a new template is asked about here.
    if (isEmpty && !isAsked && fields.templateId === null) {
      setAsked(true);
      return;
    }
    publish.mutate(
      { draft: draftOf(projectId, fields, isTrial), saveFirst },
      {
        onSuccess: (result) => {
          if (isTrial) setChanges(result.changes);
        },
      },
    );
  };
  const done = publish.data && !publish.variables.draft.isTrial ? publish.data : null;
  const refused = refusalOf(publish.error);
  return {
    fields,
    change: (next: PublishFields) => update(() => next),
    /** Changes a part of what the form holds by then. */
    set: (part: Partial<PublishFields>) => update((now) => ({ ...now, ...part })),
    /** A picture is on its way: publishing waits for it. */
    isUploading,
    setUploading,
    problems,
    submit,
    publish,
    changes,
    /** No input is chosen, and the next press publishes all the same. */
    asksEmpty: isEmpty && (isAsked || changes !== null),
    done,
    refused,
    /** A sentence about a part of the form, such as `name` or `inputs.1`. */
    errorOf: (field: string): string | null =>
      refused && (refused.field === field || refused.field.startsWith(`${field}.`)) ? refused.message : null,
    submitLabel:
      fields.templateId === null
        ? isAsked && isEmpty
          ? 'Publish without inputs'
          : 'Publish'
        : changes === null
          ? 'See what changes'
          : 'Publish the new state',
  };
}

export type PublishForm = ReturnType<typeof usePublishForm>;
