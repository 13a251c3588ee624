import { MousePointerClick, X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactElement } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, ErrorState, IconButton, pane, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { usePublishable } from './management.ts';
import { PublishedDialog } from './published-dialog.tsx';
import type { PublishDialogProps } from './publish-dialog.tsx';
import { PublishFieldList } from './publish-fields.tsx';
import { keyOf, toggleInput, toggleOutput, candidateName } from './publish-form.ts';
import { usePublishForm, type PublishForm } from './use-publish-form.ts';
import css from './publish-panel.module.css';

const t = words.templates.publishPanel;

/** A pin that can be published. */
export interface PublishablePin {
  role: 'input' | 'output';
  nodeId: string;
  pin: string;
  /** `Input: Photo`. */
  label: string;
  /** Its place among the chosen inputs or outputs, from 1; null while it is not chosen. */
  order: number | null;
  toggle: () => void;
}

interface PublishPanelProps extends PublishDialogProps {
  /** Counts the edits of the project: after one, what can be published is read anew. */
  edits: number;
  /** Lets pins be chosen on the canvas; null ends it. */
  onPick: (pins: readonly PublishablePin[] | null) => void;
  /** Shows a node on the canvas. */
  onReveal: (nodeId: string) => void;
}

/** Publishes the project whose canvas is beside it, where its pins are picked. */
export function PublishPanel(props: PublishPanelProps): ReactElement {
  const { projectId, saveFirst, edits, onClose } = props;
  const publishable = usePublishable(projectId, saveFirst, true);
  const { refetch } = publishable;
  const lastEdits = useRef(edits);
  useEffect(() => {
    if (lastEdits.current === edits) return;
    lastEdits.current = edits;
    void refetch();
  }, [edits, refetch]);
  return (
    <section className={css['panel']} aria-label={t.publishTemplate} {...pane}>
      <header className={css['header']}>
        <h2>{t.publishTemplate}</h2>
        <IconButton label={words.common.close} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {publishable.data ? (
        <PanelForm {...props} publishable={publishable.data} />
      ) : (
        <div className={css['body']} aria-busy={publishable.isPending}>
          {publishable.error ? (
            <ErrorState
              compact
              title={t.projectCouldNotRead}
              text={describeProblem(publishable.error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton height={240} />
          )}
        </div>
      )}
    </section>
  );
}

function PanelForm(props: PublishPanelProps & { publishable: Publishable }): ReactElement {
  const { connectionId, publishable, onClose, onShow, onPick, onReveal } = props;
  const formId = useId();
  const form = usePublishForm(props);
  const isPublished = form.published !== null;
  useEffect(
    () => onPick(isPublished ? null : pinsOf(publishable, form)),
    [publishable, form, isPublished, onPick],
  );
  useEffect(() => () => onPick(null), [onPick]);
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    start.current?.focus();
  }, []);
  return (
    <>
      <div className={css['body']}>
        <p ref={start} className={css['hint']} tabIndex={-1}>
          <MousePointerClick aria-hidden />
          {t.clickRoundMarksCanvas}
        </p>
        <PublishFieldList
          id={formId}
          connectionId={connectionId}
          publishable={publishable}
          form={form}
          onReveal={onReveal}
        />
      </div>
      <footer className={css['footer']}>
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
      </footer>
      {form.published?.templateId ? (
        <PublishedDialog
          name={form.fields.name}
          templateId={form.published.templateId}
          endpointKey={form.published.key}
          onClose={onClose}
          onShow={onShow}
        />
      ) : null}
    </>
  );
}

function pinsOf(publishable: Publishable, { fields, replace }: PublishForm): PublishablePin[] {
  const indexIn = (rows: readonly { candidate: { nodeId: string; pin: string } }[], key: string) => {
    const index = rows.findIndex(({ candidate }) => keyOf(candidate) === key);
    return index < 0 ? null : index + 1;
  };
  return [
    ...publishable.inputs.map((candidate) => ({
      role: 'input' as const,
      nodeId: candidate.nodeId,
      pin: candidate.pin,
      label: t.inputOf(
        `${candidateName(candidate)}${candidate.reachesOutput ? '' : `, ${words.templates.reachesNothing}`}`,
      ),
      order: indexIn(fields.inputs, keyOf(candidate)),
      toggle: () => replace(toggleInput(fields, candidate)),
    })),
    ...publishable.outputs.map((candidate) => ({
      role: 'output' as const,
      nodeId: candidate.nodeId,
      pin: candidate.pin,
      label: t.outputOf(candidate.label),
      order: indexIn(fields.outputs, keyOf(candidate)),
      toggle: () => replace(toggleOutput(fields, candidate)),
    })),
  ];
}
