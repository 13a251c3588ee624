import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { isHexColor } from '#shared/language/hex-color.ts';
import { useEditor, useIsReading, useResult } from '../session/editor-context.ts';
import { NodePreview } from './node-preview.tsx';
import { previewSourceOf } from './preview-source.ts';
import { shortJson, shortText } from './value-text.ts';
import css from './node-preview.module.css';

/** More letters than four lines have. */
const MAX_LETTERS = 400;

/** The value that ended in a node last, as far as it fits: words as they are, JSON in letters of one width, a picture as a picture. */
export function NodeWords({ nodeId }: { nodeId: string }): ReactElement {
  const { session, runTable, onOpenOutput } = useEditor();
  const { result, outgrown } = useResult(session, runTable, nodeId);
  const isReading = useIsReading(runTable, nodeId);
  const [pin, output] = Object.entries(result?.outputs ?? {}).find(([, one]) => !isFileOutput(one)) ?? [];
  if (pin === undefined || !output || isFileOutput(output)) {
    const source = result === undefined ? null : previewSourceOf(session, runTable, nodeId);
    const kind = source?.base;
    if (kind === 'image' || kind === 'video' || kind === 'audio') {
      return <NodePreview nodeId={nodeId} kind={kind} />;
    }
    return <span className={css['noPicture']}>{isReading ? '' : 'Run to see this'}</span>;
  }
  const { value } = output;
  const isWords = typeof value === 'string';
  return (
    <span
      className={css['words']}
      data-json={!isWords || undefined}
      data-outgrown={outgrown || undefined}
      title="Double-click to read all of it"
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
