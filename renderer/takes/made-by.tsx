import { useQuery } from '@tanstack/react-query';
import { Film, History, Image as ImageIcon, Music, Repeat2, Workflow } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import { callDesk, describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, formatExactTime, RelativeTime, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useFollowOutputs, useOrigin, useTakes, type Take } from './queries.ts';
import css from './takes.module.css';

const t = words.origins.by;

export interface OutputOriginProps {
  connectionId: string;
  fileId: string;
  /** Leads to the node that made it. */
  onShowNode: (output: LibraryOutput) => void;
  /** Leads to the run that made it. */
  onShowRun: (output: LibraryOutput) => void;
  /** Runs what made it once more, with one input changed. */
  onRerun: (output: LibraryOutput, inputs: readonly OutputInput[]) => void;
  /** Puts another take in its place; null where nothing may be changed. */
  onSwap: ((variant: LibraryOutput) => void) | null;
  /** What was asked for from elsewhere: to run it again, or to have the focus on its takes. */
  request?: 'again' | 'takes' | null;
  /** It is done, or cannot be. */
  onRequestHandled?: () => void;
}

/** What made a file: its node and run, and what else that node has made. Nothing for a file that no run made, or what is given for that. */
export function OutputOrigin({
  fallback = null,
  ...props
}: OutputOriginProps & { fallback?: ReactElement | null }): ReactElement | null {
  useFollowOutputs(props.connectionId);
  const origin = useOrigin(props.connectionId, props.fileId);
  const { request = null, onRequestHandled } = props;
  const isUnknown = origin.data === null || origin.isError;
  useEffect(() => {
    if (request === null || !isUnknown) return;
    onRequestHandled?.();
    showToast({ title: words.clips.notMadeHere });
  }, [request, isUnknown, onRequestHandled]);
  if (origin.data) return <Origin {...props} output={origin.data} />;
  return origin.isPending ? null : fallback;
}

function Origin({
  connectionId,
  fileId,
  output,
  onShowNode,
  onShowRun,
  onRerun,
  onSwap,
  request = null,
  onRequestHandled,
}: OutputOriginProps & { output: LibraryOutput }): ReactElement {
  const section = useRef<HTMLElement>(null);
  const { projectId, nodeId } = output;
  const takes = useTakes(connectionId, projectId !== null && nodeId !== null ? { projectId, nodeId } : null);
  const details = useQuery({
    queryKey: ['desk', 'output', output.id],
    queryFn: ({ signal }) => callDesk('getOutput', { params: { outputId: output.id }, signal }),
    enabled: false,
  });
  const rerun = async () => {
    const read = await details.refetch();
    if (read.data) return onRerun(output, read.data.inputs);
    showToast({
      kind: 'error',
      title: t.cannotRunRetry,
      description: describeProblem(read.error),
    });
  };
  const act = useEffectEvent((action: 'again' | 'takes') => {
    onRequestHandled?.();
    if (action === 'again') void rerun();
    else if (onSwap === null) showToast({ title: words.clips.takesLocked });
    else if (takes.data !== undefined && takes.data.length > 1) focusFirstTake(section.current);
    else showToast({ title: words.clips.onlyOneTake });
  });
  const isReady = request === 'again' || (request === 'takes' && !takes.isLoading);
  useEffect(() => {
    if (request !== null && isReady) act(request);
  }, [request, isReady]);
  return (
    <section ref={section} className={css['made']} aria-label={t.createdBy}>
      <p className={css['maker']}>
        {t.createdByNode(output.title)} <RelativeTime at={output.createdAt} />
      </p>
      <div className={css['actions']}>
        {projectId === null || nodeId === null ? null : (
          <Button size="small" icon={<Workflow aria-hidden />} onClick={() => onShowNode(output)}>
            {t.showNode}
          </Button>
        )}
        {projectId === null ? null : (
          <Button size="small" icon={<History aria-hidden />} onClick={() => onShowRun(output)}>
            {t.showRun}
          </Button>
        )}
        <Button
          size="small"
          icon={<Repeat2 aria-hidden />}
          busy={details.isFetching}
          onClick={() => void rerun()}
        >
          {t.runRetry}
        </Button>
      </div>
      {onSwap !== null && takes.data !== undefined && takes.data.length > 1 ? (
        <Takes connectionId={connectionId} fileId={fileId} takes={takes.data} onSwap={onSwap} />
      ) : null}
    </section>
  );
}

/** The takes of a file are chosen by keys from the first on that can be used. */
function focusFirstTake(section: HTMLElement | null): void {
  const take = section?.querySelector<HTMLElement>(`.${css['take']}:not(:disabled)`);
  take?.focus();
  take?.scrollIntoView({ block: 'nearest' });
}

function Takes({
  connectionId,
  fileId,
  takes,
  onSwap,
}: {
  connectionId: string;
  fileId: string;
  takes: readonly Take[];
  onSwap: (variant: LibraryOutput) => void;
}): ReactElement {
  return (
    <>
      <h4 className={css['heading']}>{t.label}</h4>
      <ul className={css['takes']}>
        {takes.map((variant) => (
          <li key={variant.id}>
            <TakeButton
              connectionId={connectionId}
              take={variant}
              isUsed={variant.sameFileIds.includes(fileId)}
              onUse={() => onSwap(variant)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const icons = { video: Film, audio: Music } as const;

function TakeButton({
  connectionId,
  take,
  isUsed,
  onUse,
}: {
  connectionId: string;
  take: LibraryOutput;
  isUsed: boolean;
  onUse: () => void;
}): ReactElement {
  const isPicture = take.kind === 'image' && take.fileId !== null;
  const media = useMediaUrl(
    connectionId,
    isPicture ? { kind: 'file', fileId: take.fileId ?? '' } : null,
    'thumbnail',
  );
  const Icon = take.kind === 'video' || take.kind === 'audio' ? icons[take.kind] : ImageIcon;
  const when = formatExactTime(Date.parse(take.createdAt));
  return (
    <button
      type="button"
      className={css['take']}
      aria-pressed={isUsed}
      aria-label={isUsed ? t.used(when) : t.applyUse(when)}
      title={take.filename ?? take.title}
      disabled={isUsed}
      onClick={onUse}
    >
      {media ? (
        <img src={media.url} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <Icon aria-hidden />
      )}
    </button>
  );
}
