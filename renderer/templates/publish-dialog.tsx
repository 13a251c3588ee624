import { LayoutTemplate } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { describeProblem, useConnections } from '#renderer/desk/index.ts';
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isManaged, usePublishable } from './management.ts';
import { PublishFieldList } from './publish-fields.tsx';
import { PublishedDialog } from './published-dialog.tsx';
import type { PublishRequest } from './publish-store.ts';
import { usePublishForm } from './use-publish-form.ts';

const t = words.templates.publishDialog;

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
  const publishable = usePublishable(projectId, saveFirst, canPublish);
  if (canPublish && publishable.data) return <PublishForm {...props} publishable={publishable.data} />;
  const name = connections.data?.connections.find(({ id }) => id === connectionId)?.name ?? t.thisService;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.publishTemplate}
      footer={<Button onClick={onClose}>{words.common.close}</Button>}
    >
      {!canPublish ? (
        <EmptyState
          compact
          icon={<LayoutTemplate />}
          title={t.publishesTemplatesItself(name)}
          text={t.doesNotAcceptTemplates}
        />
      ) : publishable.error ? (
        <ErrorState
          compact
          title={t.projectCouldNotRead}
          text={describeProblem(publishable.error)}
          onRetry={() => void publishable.refetch()}
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

function PublishForm(props: PublishDialogProps & { publishable: Publishable }): ReactElement {
  const { connectionId, publishable, onClose, onShow } = props;
  const formId = useId();
  const form = usePublishForm(props);
  if (form.published?.templateId) {
    return (
      <PublishedDialog
        name={form.fields.name}
        templateId={form.published.templateId}
        endpointKey={form.published.key}
        onClose={onClose}
        onShow={onShow}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t.publishTemplate}
      description={t.fillInputsGetOutputs}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={form.publish.isPending}
            disabledReason={words.whyNot.form(form.isUploading, form.problems.first !== null)}
          >
            {form.submitLabel}
          </Button>
        </>
      }
    >
      <PublishFieldList id={formId} connectionId={connectionId} publishable={publishable} form={form} />
    </Dialog>
  );
}
