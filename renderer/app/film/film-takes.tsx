import { useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import { RerunDialog } from '#renderer/gallery/index.ts';
import { MadeBy } from '#renderer/takes/index.ts';
import { ShotOriginContext, type ShotOrigin } from '#renderer/storyboard/index.ts';
import { ClipOriginContext, type ClipOrigin } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import { showRunOf } from './film-links.ts';
import { showNode } from '../parts/show-node.ts';
import { openAsItWas } from '../runs/trace-output.ts';

/** Lets clips and shots below it lead to the nodes that made their media, and to other takes. */
export function FilmTakes({
  connectionId,
  children,
}: {
  connectionId: string;
  children: ReactNode;
}): ReactElement {
  const [, navigate] = useLocation();
  const [rerun, setRerun] = useState<{ output: LibraryOutput; inputs: readonly OutputInput[] } | null>(null);
  const origin = {
    connectionId,
    onShowNode: ({ projectId, nodeId }: LibraryOutput) => {
      if (projectId !== null && nodeId !== null) showNode({ connectionId, projectId, nodeId }, navigate);
    },
    onShowRun: (output: LibraryOutput) => showRunOf(output, navigate),
    onRerun: (output: LibraryOutput, inputs: readonly OutputInput[]) => setRerun({ output, inputs }),
  };
  const originOfClip = ({ file, swap, requested, onRequestHandled }: ClipOrigin) => (
    <MadeBy
      {...{ ...origin, request: requested, onRequestHandled }}
      fileId={file.fileId}
      onSwap={
        swap &&
        (({ filename, fileId }) => {
          if (filename !== null && fileId !== null) swap({ filename, fileId });
        })
      }
    />
  );
  const originOfShot = ({ fileId: outputFileId, swap }: ShotOrigin) => (
    <MadeBy
      {...origin}
      fileId={outputFileId}
      onSwap={({ filename, fileId, runId, nodeId }) => {
        if (filename !== null && fileId !== null) swap({ filename, fileId, runId, nodeId });
      }}
      fallback={<p>{words.storyboard.notMadeByRun}</p>}
    />
  );
  return (
    <ClipOriginContext value={originOfClip}>
      <ShotOriginContext value={originOfShot}>{children}</ShotOriginContext>
      {rerun === null ? null : (
        <RerunDialog
          {...rerun}
          input={null}
          isAsItWas
          onOpenAsItWas={() => {
            setRerun(null);
            void openAsItWas(rerun.output, navigate);
          }}
          onClose={() => setRerun(null)}
        />
      )}
    </ClipOriginContext>
  );
}
