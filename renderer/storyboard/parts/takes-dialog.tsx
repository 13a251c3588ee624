import { use, useRef, type ReactElement } from 'react';
import { swapPanel, type ShotRef } from '#shared/storyboard/editing.ts';
import { Dialog, FirstFocus } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import { ShotOriginContext } from '../model/shot-origin.ts';

/** A panel of a shot and the file it shows. */
export interface PanelRef {
  ref: ShotRef;
  panelId: string;
  fileId: string;
}

/** What made the picture of a shot: led to, run again, or changed for another take in its place. */
export function TakesDialog({
  session,
  displayed: { ref, panelId, fileId },
  onClose,
}: {
  session: BoardSession;
  displayed: PanelRef;
  onClose: () => void;
}): ReactElement {
  const render = use(ShotOriginContext);
  const origin = useRef<HTMLDivElement>(null);
  return (
    <Dialog open title={words.storyboard.takesTitle} onClose={onClose} width={520} initialFocus={origin}>
      <FirstFocus container={origin}>
        {render?.({
          fileId,
          swap: (variant) => {
            const maker = {
              runId: variant.runId,
              fileId: variant.fileId,
              ...(variant.nodeId !== null && { nodeId: variant.nodeId }),
            };
            const medium = { fileId: variant.fileId, filename: variant.filename };
            session.change(words.storyboard.stepSwapped, swapPanel(ref, panelId, medium, maker));
            onClose();
          },
        })}
      </FirstFocus>
    </Dialog>
  );
}
