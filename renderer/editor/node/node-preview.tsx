import { Film, Image as ImageIcon, Music } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactElement } from 'react';
import { useIsFileDeleted, useMediaUrl } from '#renderer/desk/index.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { FittedPicture } from '#renderer/ui/index.ts';
import { VideoPicture, WaveformPicture } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import {
  useEditor,
  useIsLoading,
  useLeftOut,
  useNodeSelector,
  useBlockReason,
  useRunState,
  useTitle,
  useUpload,
} from '../session/editor-context.ts';
import { FailedItem } from './failed-item.tsx';
import { openPreview } from './open-preview.ts';
import { useNodeItems } from './use-node-items.ts';
import { usePreviewSource } from './use-preview-source.ts';
import css from './node-preview.module.css';

const t = words.editorNode.nodePreview;

/** The next act where a picture will be: an input waits for its file, all else for a run. */
function placeholderText(type: string, run: NodeRunState | undefined, blockReason: string | null): string {
  if (type.startsWith('input/')) return t.fileDrop;
  if (blockReason !== null) return blockReason;
  if (run?.phase === 'skipped') return run.message ?? '';
  return run === undefined ? t.runView : '';
}

const icons = { image: ImageIcon, video: Film, audio: Music } as const;

/** What a node made last under its header: a picture, a frame, a waveform; or where one will be. */
export function NodePreview({
  nodeId,
  kind,
}: {
  nodeId: string;
  /** What the node makes. */
  kind: keyof typeof icons;
}): ReactElement {
  const editor = useEditor();
  const { session, runTable } = editor;
  const type = useNodeSelector(session, nodeId, (node) => node.type) ?? '';
  const title = useTitle(session, nodeId);
  const run = useRunState(runTable, nodeId);
  const blockReason = useBlockReason(session, nodeId);
  const isLeftOut = useLeftOut(session, nodeId);
  const isLoading = useIsLoading(runTable, nodeId);
  const isMuted = useSyncExternalStore(session.states.subscribe, () => session.states.isMuted(nodeId));
  const upload = useUpload(session, nodeId);
  const source = usePreviewSource(session, runTable, nodeId);
  const { inView } = useNodeItems(nodeId);
  const alt = t.previewOf(title);
  if (inView?.item.error) return <FailedItem {...inView} error={inView.item.error} />;
  if (source === null) {
    // A picture that is on its way needs no words in its place.
    const text =
      upload !== undefined || isLoading
        ? ''
        : isMuted
          ? words.runs.mutedNode
          : placeholderText(type, run, isLeftOut ? '' : blockReason);
    return <NoPicture kind={kind} words={text} />;
  }
  const isStale = (source.kind === 'file' && source.outgrown) || undefined;
  return (
    <span
      className={css['picture']}
      data-outgrown={isStale}
      title={t.doubleClickSeeFull}
      onDoubleClick={(event) => {
        if (openPreview(editor, nodeId)) event.stopPropagation();
      }}
    >
      {source.kind === 'file' && source.base === 'video' ? (
        <VideoPicture
          connectionId={session.ports.connectionId}
          fileId={source.fileId}
          alt={alt}
          fallback={<UnreadableFile {...{ kind }} fileId={source.fileId} />}
        />
      ) : source.kind === 'file' && source.base === 'audio' ? (
        <WaveformPicture
          connectionId={session.ports.connectionId}
          fileId={source.fileId}
          fallback={<UnreadableFile {...{ kind }} fileId={source.fileId} />}
        />
      ) : (
        <ImagePreview
          connectionId={session.ports.connectionId}
          fileId={source.kind === 'file' ? source.fileId : null}
          localUrl={source.kind === 'local' ? source.url : null}
          isCompact={source.kind === 'file' && source.isSmall}
          alt={alt}
          kind={kind}
        />
      )}
      {isStale ? <span className={css['since']}>{t.changedSince}</span> : null}
    </span>
  );
}

function ImagePreview({
  connectionId,
  fileId,
  localUrl,
  isCompact,
  alt,
  kind,
}: {
  connectionId: string;
  fileId: string | null;
  localUrl: string | null;
  /** A picture that needs no smaller one of it. */
  isCompact: boolean;
  alt: string;
  kind: keyof typeof icons;
}): ReactElement {
  const media = useMediaUrl(
    connectionId,
    fileId === null ? null : { kind: 'file', fileId },
    isCompact ? 'original' : 'thumbnail',
  );
  const { displayed, loaded } = useSequentialImage(localUrl ?? media?.url ?? null);
  const [broken, setBroken] = useState<string | null>(null);
  if (!displayed) return <NoPicture kind={kind} words="" />;
  if (broken === displayed) return <UnreadableFile {...{ kind, fileId }} />;
  return (
    <FittedPicture
      src={displayed}
      alt={alt}
      onLoad={loaded}
      onError={() => {
        setBroken(displayed);
        loaded();
      }}
    />
  );
}

/**
 * Shows pictures that follow each other quickly: the one that loads is finished, of those that wait the newest comes
 * next, and until an address is known the one before stays.
 */
function useSequentialImage(latest: string | null): { displayed: string | null; loaded: () => void } {
  const [state, setState] = useState({ visible: latest, isLoading: latest !== null });
  if (latest !== null && latest !== state.visible && !state.isLoading) {
    const next = { visible: latest, isLoading: true };
    setState(next);
    return { displayed: latest, loaded: () => setState({ ...next, isLoading: false }) };
  }
  return {
    displayed: state.visible,
    loaded: () => setState((current) => ({ ...current, isLoading: false })),
  };
}

/** In place of a picture that cannot be shown: a file that was deleted, as after an undo brings its node back, says so. */
function UnreadableFile({ kind, fileId }: { kind: keyof typeof icons; fileId: string | null }): ReactElement {
  const { connectionId } = useEditor().session.ports;
  const isDeleted = useIsFileDeleted(connectionId, fileId);
  return <NoPicture kind={kind} words={isDeleted ? t.deletedFile : t.noPreview} />;
}

function NoPicture({ kind, words }: { kind: keyof typeof icons; words: string }): ReactElement {
  const Icon = icons[kind];
  return (
    <span className={css['noPicture']}>
      <Icon size={20} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
