import { memo, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { words } from '#renderer/words/index.ts';
import type { OutputRow } from '../scene/node-layout.ts';
import { useEditor, useResult } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { PickButton } from './pick-button.tsx';
import { lineOf } from './preview-source.ts';
import rowsCss from './node-rows.module.css';

const t = words.editorNode.outputLine;

/** An output: what it holds as a line, its name and its pin. */
export const OutputLine = memo(function OutputLine({
  session,
  nodeId,
  row,
  isReadAbove,
}: {
  session: EditorSession;
  nodeId: string;
  row: OutputRow;
  /** Its words stand below the header already. */
  isReadAbove: boolean;
}): ReactElement {
  const { runTable } = useEditor();
  const { result, isStale } = useResult(session, runTable, nodeId);
  const label = row.pin.label ?? row.pin.name;
  const output = result?.outputs[row.pin.name];
  const line = isReadAbove ? null : lineOf(output);
  const isWords = output !== undefined && !isFileOutput(output) && typeof output.value === 'string';
  const wired = session.store
    .wiresOf(nodeId)
    .some((wire) => wire.from[0] === nodeId && wire.from[1] === row.pin.name);
  return (
    <div className={`${rowsCss['row']} ${rowsCss['output']}`} style={{ top: row.top, height: row.height }}>
      {line === null ? null : (
        <span
          className={rowsCss['value']}
          data-words={isWords || undefined}
          data-outgrown={isStale || undefined}
          title={isStale ? t.changedSince(line) : line}
          dir="auto"
        >
          {line}
        </span>
      )}
      <span className={rowsCss['label']}>{label}</span>
      <span
        className={rowsCss['pin']}
        data-pin={row.pin.name}
        data-side="output"
        data-node-id={nodeId}
        title={`${label} (${row.unknown ? t.noService : (row.pin.type ?? 'any')})`}
      >
        <PinShape base={row.type.base} filled={wired} />
      </span>
      <PickButton session={session} side="output" nodeId={nodeId} pin={row.pin.name} />
    </div>
  );
});
