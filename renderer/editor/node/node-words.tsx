import { useSyncExternalStore, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { isHexColor } from '#shared/language/hex-color.ts';
import { words } from '#renderer/words/index.ts';
import { useEditor, useIsLoading, useResult, useRunState } from '../session/editor-context.ts';
import { NodePreview } from './node-preview.tsx';
import { FailedItem } from './failed-item.tsx';
import { facesOf, previewSourceOf } from './preview-source.ts';
import { useNodeItems } from './use-node-items.ts';
import { shortJson, shortText } from './value-text.ts';
import css from './node-preview.module.css';

const t = words.editorNode.nodeWords;

/** More letters than four lines have. */
const MAX_LETTERS = 400;

/** The value that ended in a node last, as far as it fits: words as they are, JSON in letters of one width, a picture as a picture. */
export function NodeWords({ nodeId }: { nodeId: string }): ReactElement {
  const { session, runTable, onOpenOutput } = useEditor();
  const { result, isStale } = useResult(session, runTable, nodeId);
  const { inView } = useNodeItems(nodeId);
  const outputs = facesOf(session, runTable, nodeId, result?.outputs);
  const [pin, output] = Object.entries(outputs ?? {}).find(([, item]) => !isFileOutput(item)) ?? [];
  if (inView?.item.error) return <FailedItem {...inView} error={inView.item.error} />;
  if (pin === undefined || !output || isFileOutput(output)) {
    const source = result === undefined ? null : previewSourceOf(session, runTable, nodeId);
    const kind = source?.base;
    if (kind === 'image' || kind === 'video' || kind === 'audio') {
      return <NodePreview nodeId={nodeId} kind={kind} />;
    }
    return <NoWords nodeId={nodeId} />;
  }
  const { value } = output;
  const isWords = typeof value === 'string';
  return (
    <span
      className={css['words']}
      data-json={!isWords || undefined}
      data-outgrown={isStale || undefined}
      title={t.doubleClickReadAll}
      dir="auto"
      onDoubleClick={(event) => {
        event.stopPropagation();
        onOpenOutput(nodeId, pin);
      }}
    >
      {isWords && isHexColor(value) ? (
        <span className={css['bigSwatch']} style={{ backgroundColor: value }} aria-hidden />
      ) : null}
      {isWords ? shortText(value, MAX_LETTERS) : shortJson(value)}
    </span>
  );
}

/** The next act where words will be; nothing while they are on their way. */
function NoWords({ nodeId }: { nodeId: string }): ReactElement {
  const { session, runTable } = useEditor();
  const isLoading = useIsLoading(runTable, nodeId);
  const run = useRunState(runTable, nodeId);
  const isMuted = useSyncExternalStore(session.states.subscribe, () => session.states.isMuted(nodeId));
  const next = isMuted ? words.runs.mutedNode : t.runView;
  return <span className={css['noPicture']}>{isLoading || run !== undefined ? '' : next}</span>;
}
