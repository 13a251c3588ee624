import { Film, Image as ImageIcon } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { useEditor, useNode, useRunState, useUpload } from '../session/editor-context.ts';
import { previewSourceOf } from './preview-source.ts';
import css from './node.module.css';

/** The next act where a picture will be: an input waits for its file, all else for a run. */
function wordsWithoutPicture(type: string, phase: NodeRunState['phase'] | undefined): string {
  if (type.startsWith('input/')) return 'Choose a file or drop one';
  return phase === undefined ? 'Run to see this' : '';
}

/** The picture under a node's header: what it made last, what it holds, or where one will be. */
export function NodePreview({ nodeId, video }: { nodeId: string; video: boolean }): ReactElement {
  const { session, runTable, onOpenOutput } = useEditor();
  const node = useNode(session, nodeId);
  const run = useRunState(runTable, nodeId);
  const upload = useUpload(session, nodeId);
  const source = previewSourceOf(session, runTable, nodeId);
  const media = useMediaUrl(
    session.ports.connectionId,
    source?.kind === 'file' ? { kind: 'file', fileId: source.fileId } : null,
    'thumbnail',
  );
  const url = source?.kind === 'local' ? source.url : (media?.url ?? null);
  const [broken, setBroken] = useState<string | null>(null);
  if (!url || broken === url) {
    // A picture that is on its way needs no words in its place.
    const awaited = source !== null || upload !== undefined;
    const words = awaited ? '' : wordsWithoutPicture(node?.type ?? '', run?.phase);
    return (
      <span className={css['noPicture']}>
        {video ? <Film size={20} aria-hidden /> : <ImageIcon size={20} aria-hidden />}
        <span>{url ? 'No preview' : words}</span>
      </span>
    );
  }
  const pin = source?.pin ?? null;
  const picture = (
    <img
      src={url}
      alt={`Preview of ${session.titleOf(nodeId)}`}
      draggable={false}
      decoding="async"
      onError={() => setBroken(url)}
    />
  );
  return pin === null ? (
    <span className={css['picture']}>{picture}</span>
  ) : (
    <span
      className={css['picture']}
      title="Double-click to open"
      onDoubleClick={(event) => {
        event.stopPropagation();
        onOpenOutput(nodeId, pin);
      }}
    >
      {picture}
    </span>
  );
}
