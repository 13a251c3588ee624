import { LayoutTemplate } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { TEMPLATE_LIMITS, type Publishable } from '#shared/administration/index.ts';
import { ApiError } from '#shared/api/index.ts';
import { describeProblem, useConnections, useMediaUrl } from '#renderer/desk/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  ProblemNote,
  Select,
  Skeleton,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import { isManaged, usePublishable, useTemplateActions } from './management.ts';
import { NewKey } from './new-key.tsx';
import { draftOf, fieldsOf, type PublishFields } from './publish-form.ts';
import { PinFields } from './publish-pins.tsx';
import type { PublishRequest } from './publish-store.ts';
import css from './publish-dialog.module.css';

export interface PublishDialogProps extends PublishRequest {
  onClose: () => void;
  /** Shows a template that was published. */
  onShow: (templateId: string) => void;
}

/** Publishes a project of the local workspace as a template; says of hosted services that they do it themselves. */
export function PublishDialog(props: PublishDialogProps): ReactElement {
  const { connectionId, projectId, saveFirst, onClose } = props;
  const canPublish = isManaged(connectionId);
  const connections = useConnections();
  const offer = usePublishable(projectId, saveFirst, canPublish);
  if (canPublish && offer.data) return <PublishForm {...props} offer={offer.data} />;
  const name = connections.data?.connections.find(({ id }) => id === connectionId)?.name ?? 'This service';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish as a template"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!canPublish ? (
        <EmptyState
          compact
          icon={<LayoutTemplate />}
          title={`${name} publishes templates itself`}
          text="Its API has no call for it. Ask whoever runs the service, or export the project and publish it in the local workspace."
        />
      ) : offer.error ? (
        <ErrorState
          compact
          title="The project could not be read"
          text={describeProblem(offer.error)}
          onRetry={() => void offer.refetch()}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton height={32} />
          <Skeleton height={160} style={{ marginTop: 16 }} />
        </div>
      )}
    </Dialog>
  );
}

const NEW = 'new';

/** A refusal as a sentence, and the part of the form it is about. */
function refusalOf(error: unknown): { field: string; message: string } | null {
  if (!error) return null;
  const field = error instanceof ApiError ? error.details['field'] : undefined;
  return { field: typeof field === 'string' ? field : '', message: describeProblem(error) };
}

function usePublishForm({
  connectionId,
  projectId,
  templateId,
  offer,
}: PublishDialogProps & { offer: Publishable }) {
  const [fields, setFields] = useState(() =>
    fieldsOf(offer, templateId ?? offer.templates[0]?.templateId ?? null),
  );
  const { publish } = useTemplateActions(connectionId);
  /** What a new state changes for callers; it is shown before it is published. */
  const [changes, setChanges] = useState<readonly string[] | null>(null);
  const change = (next: PublishFields): void => {
    setFields(next);
    setChanges(null);
    publish.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isTrial = fields.templateId !== null && changes === null;
    publish.mutate(draftOf(projectId, fields, isTrial), {
      onSuccess: (result) => {
        if (isTrial) setChanges(result.changes);
      },
    });
  };
  const done = publish.data && !publish.variables.isTrial ? publish.data : null;
  return {
    fields,
    change,
    set: (part: Partial<PublishFields>) => change({ ...fields, ...part }),
    submit,
    publish,
    changes,
    done,
  };
}

type Form = ReturnType<typeof usePublishForm>;

function PublishForm(props: PublishDialogProps & { offer: Publishable }): ReactElement {
  const { offer, onClose, onShow } = props;
  const formId = useId();
  const form = usePublishForm(props);
  const { fields, changes, done, publish } = form;
  if (done?.templateId) {
    const { templateId, key } = done;
    return (
      <Dialog
        open
        onClose={onClose}
        width={520}
        title={key === null ? `${fields.name} has a new state` : `${fields.name} is published`}
        footer={
          <>
            <Button onClick={onClose}>Done</Button>
            <Button variant="primary" onClick={() => onShow(templateId)}>
              Show the template
            </Button>
          </>
        }
      >
        {key === null ? <p>Its endpoint and key are the same as before.</p> : <NewKey endpointKey={key} />}
      </Dialog>
    );
  }
  const isAgain = fields.templateId !== null;
  const refused = refusalOf(publish.error);
  const errorOf = (field: string): string | null =>
    refused && (refused.field === field || refused.field.startsWith(`${field}.`)) ? refused.message : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title="Publish as a template"
      description="Others fill in the inputs and get the outputs; the project itself stays yours."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={publish.isPending}>
            {!isAgain ? 'Publish' : changes === null ? 'See what changes' : 'Publish the new state'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css['form']} onSubmit={form.submit} noValidate>
        <AboutFields form={form} offer={offer} errorOf={errorOf} />
        <PinFields fields={fields} offer={offer} onChange={form.change} errorOf={errorOf} />
        <PictureChoice {...props} form={form} />
      </form>
      <div aria-live="polite" className={css['result']}>
        {refused && !refused.field ? <ProblemNote>{refused.message}</ProblemNote> : null}
        {errorOf('outputs') && fields.outputs.length === 0 ? (
          <ProblemNote>{errorOf('outputs')}</ProblemNote>
        ) : null}
        {errorOf('pictureFileId') ? <ProblemNote>{errorOf('pictureFileId')}</ProblemNote> : null}
        {changes ? <Changes changes={changes} /> : null}
      </div>
    </Dialog>
  );
}

const Changes = ({ changes }: { changes: readonly string[] }): ReactElement =>
  changes.length === 0 ? (
    <p className={css['changes']}>Nothing changes for callers: they get the results of the new state.</p>
  ) : (
    <div className={css['changes']}>
      <p>For callers this is different:</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );

interface PartProps {
  form: Form;
  offer: Publishable;
  errorOf: (field: string) => string | null;
}

function AboutFields({ form: { fields, change, set }, offer, errorOf }: PartProps): ReactElement {
  return (
    <>
      {offer.templates.length > 0 ? (
        <Select
          label="Publish as"
          value={fields.templateId ?? NEW}
          options={[
            ...offer.templates.map(({ templateId, name }) => ({
              value: templateId,
              label: `A new state of ${name}`,
            })),
            { value: NEW, label: 'A new template' },
          ]}
          onValueChange={(id) => change(fieldsOf(offer, id === NEW ? null : id))}
        />
      ) : null}
      {fields.lost.length > 0 ? (
        <ProblemNote>
          {fields.lost.join(', ')} {fields.lost.length === 1 ? 'is' : 'are'} no longer in the project, or
          something is plugged in there. Choose others, or publish without.
        </ProblemNote>
      ) : null}
      <div className={css['two']}>
        <TextField
          label="Name"
          value={fields.name}
          onValueChange={(name) => set({ name })}
          error={errorOf('name')}
          maxLength={TEMPLATE_LIMITS.name}
        />
        <TextField
          label="Category"
          value={fields.category}
          onValueChange={(category) => set({ category })}
          error={errorOf('category')}
          placeholder="None"
          maxLength={TEMPLATE_LIMITS.category}
        />
      </div>
      <TextArea
        label="Description"
        rows={2}
        value={fields.description}
        onValueChange={(description) => set({ description })}
        error={errorOf('description')}
      />
    </>
  );
}

function PictureChoice({
  connectionId,
  offer,
  form: { fields, set },
}: PublishDialogProps & { offer: Publishable; form: Form }): ReactElement | null {
  const pictures = [...new Set([...(fields.pictureFileId ? [fields.pictureFileId] : []), ...offer.pictures])];
  return (
    <section className={css['section']}>
      <h3>Picture</h3>
      {pictures.length === 0 ? (
        <p className={css['none']}>Run the project once, and its results can be chosen here.</p>
      ) : (
        <div className={css['pictures']} role="group" aria-label="Picture">
          <button
            type="button"
            className={css['picture']}
            aria-pressed={fields.pictureFileId === null}
            onClick={() => set({ pictureFileId: null })}
          >
            None
          </button>
          {pictures.map((fileId, index) => (
            <button
              key={fileId}
              type="button"
              className={css['picture']}
              aria-label={`Picture ${index + 1}`}
              aria-pressed={fields.pictureFileId === fileId}
              onClick={() => set({ pictureFileId: fileId })}
            >
              <Thumbnail connectionId={connectionId} fileId={fileId} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Thumbnail({ connectionId, fileId }: { connectionId: string; fileId: string }): ReactElement | null {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId }, 'thumbnail');
  return media ? <img src={media.url} alt="" /> : null;
}
