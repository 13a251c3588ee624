import type { ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { Animatic } from './animatic.tsx';
import type { BoardActions } from './board-actions.ts';
import { ChooseFileDialog, mediaIn } from './choose-file-dialog.tsx';
import { MakeDialog } from './make/make-dialog.tsx';
import { startMaking } from './make/making.ts';
import { SaveBoardDialog } from './sheets/save-board-dialog.tsx';
import { ToTimelineDialog } from './to-timeline-dialog.tsx';
import type { BoardDialogsState } from './use-board-dialogs.ts';
import type { useComingFiles } from './use-coming-files.ts';

/** What opens over the board: the choice of a file for a shot, the animatic, and what makes the timeline. */
export function BoardDialogs({
  connectionId,
  projectId,
  onShowTimeline,
  document,
  library,
  find,
  actions,
  coming,
  dialogs: {
    choosing,
    setChoosing,
    making,
    setMaking,
    playsFrom,
    setPlaysFrom,
    converts,
    setConverts,
    saves,
    setSaves,
  },
}: {
  connectionId: string;
  projectId: string;
  onShowTimeline: () => void;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
  find: FindLibraryFile;
  actions: BoardActions;
  coming: ReturnType<typeof useComingFiles>;
  dialogs: BoardDialogsState;
}): ReactElement {
  return (
    <>
      {choosing ? (
        <ChooseFileDialog
          connectionId={connectionId}
          files={mediaIn(library)}
          onChoose={(file) => {
            actions.addMedia(choosing, [file]);
            setChoosing(null);
          }}
          onUpload={(files) => {
            void coming.upload(choosing, files);
            setChoosing(null);
          }}
          onClose={() => setChoosing(null)}
        />
      ) : null}
      {making ? (
        <MakeDialog
          connectionId={connectionId}
          projectId={projectId}
          shots={making}
          onMake={(source, shots) => startMaking({ connectionId, projectId }, source, shots)}
          onClose={() => setMaking(null)}
        />
      ) : null}
      {converts ? (
        <ToTimelineDialog
          {...{ connectionId, projectId, find, onShowTimeline }}
          board={document}
          onClose={() => setConverts(false)}
        />
      ) : null}
      {saves ? (
        <SaveBoardDialog {...{ connectionId, document, find }} onClose={() => setSaves(false)} />
      ) : null}
      {playsFrom === null ? null : (
        <Animatic
          connectionId={connectionId}
          document={document}
          find={find}
          from={playsFrom}
          onClose={() => setPlaysFrom(null)}
        />
      )}
    </>
  );
}
