import type { ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { Animatic } from '../parts/animatic.tsx';
import type { BoardActions, BoardSession } from '../model/board-actions.ts';
import { FilePickerDialog, mediaIn } from '../parts/choose-file-dialog.tsx';
import { MakeDialog } from '../make/make-dialog.tsx';
import { startJobs } from '../make/making.ts';
import { bareShots } from '../make/use-board-making.ts';
import { SaveBoardDialog } from '../sheets/save-board-dialog.tsx';
import { ScriptDialog } from '../parts/script-dialog.tsx';
import { TakesDialog } from '../parts/takes-dialog.tsx';
import { ToTimelineDialog } from '../parts/to-timeline-dialog.tsx';
import type { BoardDialogsState } from './use-board-dialogs.ts';
import type { useIncomingFiles } from '../gestures/use-coming-files.ts';

interface BoardDialogsProps {
  connectionId: string;
  projectId: string;
  onShowTimeline: () => void;
  session: BoardSession;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
  find: FindLibraryFile;
  actions: BoardActions;
  incoming: ReturnType<typeof useIncomingFiles>;
  dialogs: BoardDialogsState;
}

/** What opens over the board: the choice of a file for a shot, the animatic, and what makes the timeline. */
export function BoardDialogs(props: BoardDialogsProps): ReactElement {
  const { shotsToMake, setShotsToMake, takes, setTakes, isScriptOpen, setScriptOpen } = props.dialogs;
  const project = { connectionId: props.connectionId, projectId: props.projectId };
  return (
    <>
      <FileAndFilmDialogs {...props} />
      {shotsToMake ? (
        <MakeDialog
          {...project}
          shots={shotsToMake}
          bare={bareShots(props.document)}
          onMake={(source, shots) => startJobs(project, source, shots)}
          onClose={() => setShotsToMake(null)}
        />
      ) : null}
      {isScriptOpen ? <ScriptDialog session={props.session} onClose={() => setScriptOpen(false)} /> : null}
      {takes ? (
        <TakesDialog session={props.session} displayed={takes} onClose={() => setTakes(null)} />
      ) : null}
    </>
  );
}

function FileAndFilmDialogs({
  connectionId,
  projectId,
  onShowTimeline,
  document,
  library,
  find,
  actions,
  incoming,
  dialogs: {
    choosing,
    setChoosing,
    playsFrom,
    setPlaysFrom,
    converts,
    returns,
    setConverts,
    saves,
    setSaves,
  },
}: BoardDialogsProps): ReactElement {
  return (
    <>
      {choosing ? (
        <FilePickerDialog
          connectionId={connectionId}
          files={mediaIn(library)}
          onSelect={(file) => {
            actions.addMedia(choosing, [file]);
            setChoosing(null);
          }}
          onUpload={(files) => {
            void incoming.upload(choosing, files);
            setChoosing(null);
          }}
          onClose={() => setChoosing(null)}
        />
      ) : null}
      {converts ? (
        <ToTimelineDialog
          {...{ connectionId, projectId, find, onShowTimeline, returns }}
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
          projectId={projectId}
          library={library}
          document={document}
          find={find}
          from={playsFrom}
          onClose={() => setPlaysFrom(null)}
        />
      )}
    </>
  );
}
