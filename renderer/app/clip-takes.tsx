import { useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import { AgainDialog } from '#renderer/gallery/index.ts';
import { MadeBy } from '#renderer/takes/index.ts';
import { ClipOriginContext, type ClipOrigin } from '#renderer/timeline/index.ts';
import { showRunOf } from './film-links.ts';
import { showNode } from './show-node.ts';
import { openAsItWas } from './trace-output.ts';

/** Lets the inspector of clips below it lead to the nodes that made their media, and to other takes. */
export function ClipTakes({
  connectionId,
  children,
}: {
  connectionId: string;
  children: ReactNode;
}): ReactElement {
  const [, navigate] = useLocation();
  const [again, setAgain] = useState<{ output: LibraryOutput; inputs: readonly OutputInput[] } | null>(null);
  const leadToNode = ({ projectId, nodeId }: LibraryOutput) => {
    if (projectId !== null && nodeId !== null) showNode({ connectionId, projectId, nodeId }, navigate);
  };
  const originOf = ({ file, swap }: ClipOrigin) => (
    <MadeBy
      connectionId={connectionId}
      fileId={file.fileId}
      onShowNode={leadToNode}
      onShowRun={(output) => showRunOf(output, navigate)}
      onAgain={(output, inputs) => setAgain({ output, inputs })}
      onSwap={
        swap &&
        (({ filename, fileId }) => {
          if (filename !== null && fileId !== null) swap({ filename, fileId });
        })
      }
    />
  );
  return (
    <ClipOriginContext value={originOf}>
      {children}
      {again === null ? null : (
        <AgainDialog
          {...again}
          input={null}
          onOpenAsItWas={() => {
            setAgain(null);
            void openAsItWas(again.output, navigate);
          }}
          onClose={() => setAgain(null)}
        />
      )}
    </ClipOriginContext>
  );
}
