import type { ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { Animatic } from './animatic.tsx';
import type { BoardActions } from './board-actions.ts';
import { ChooseFileDialog, isMedium } from './choose-file-dialog.tsx';
import type { useComingFiles } from './use-coming-files.ts';

/** What opens over the board: the choice of a file for a shot, and the animatic. */
export function BoardDialogs({
  connectionId,
  document,
  library,
  find,
  actions,
  coming,
  choosing,
  setChoosing,
  playsFrom,
  setPlaysFrom,
}: {
  connectionId: string;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
  find: FindLibraryFile;
  actions: BoardActions;
  coming: ReturnType<typeof useComingFiles>;
  /** The shot a file is chosen for. */
  choosing: ShotRef | null;
  setChoosing: (ref: ShotRef | null) => void;
  /** The place of the shot that the animatic begins with. */
  playsFrom: number | null;
  setPlaysFrom: (place: number | null) => void;
}): ReactElement {
  return (
    <>
      {choosing ? (
        <ChooseFileDialog
          connectionId={connectionId}
          files={[...library.values()].filter(isMedium)}
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
