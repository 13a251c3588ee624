import type { ReactElement } from 'react';
import { isFileOutput, isListOutput, type RunOutput } from '#shared/api/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';
import { itemLabel } from '../node/item-label.ts';
import { useItemsOf } from '../node/use-node-items.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { MediaView } from './inspector-media.tsx';
import css from './inspector-panel.module.css';

interface ResultValueProps {
  session: EditorSession;
  runTable: NodeRunTable;
  nodeId: string;
  pin: string;
  output: RunOutput;
  isCompact: boolean | undefined;
}

/** What one output of a node is: its file, its value, or of a list the item in view. */
export function ResultValue(props: ResultValueProps): ReactElement {
  const { session, output, isCompact } = props;
  if (isListOutput(output)) return <ListResult {...props} count={output.count} />;
  if (isFileOutput(output))
    return (
      <MediaView
        session={session}
        fileId={output.fileId}
        contentType={output.contentType}
        isCompact={isCompact}
      />
    );
  return (
    <pre dir="auto">
      {typeof output.value === 'string' ? output.value : JSON.stringify(output.value, null, 2)}
    </pre>
  );
}

/** The item that the node shows, and which of how many it is. */
function ListResult({ count, ...props }: ResultValueProps & { count: number }): ReactElement {
  const { inView } = useItemsOf(props.session, props.runTable, props.nodeId);
  const output = inView?.item.outputs[props.pin];
  return (
    <>
      <span className={css['listItem']}>
        {inView === null ? words.counts.items(count) : itemLabel(inView.item, inView.index, count)}
      </span>
      {output === undefined || isListOutput(output) ? null : <ResultValue {...props} output={output} />}
    </>
  );
}
