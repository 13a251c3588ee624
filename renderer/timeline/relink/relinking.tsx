import { useEffect, useMemo, type ReactElement } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { relinkMedia, type FoundMedium, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { missingMedia, type MissingMedium } from '#shared/timeline/relink.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import { timelineKeyOf, uploadForTracks } from '../tracks/track-uploads.ts';
import { foundMedium, RelinkDialog, type SelectedRow } from './relink-dialog.tsx';

/** The timeline whose missing files are to be looked for as soon as it is shown. */
const relinkRequest = createStore<{ timelineKey: string | null }>(() => ({ timelineKey: null }));

/** Opens the search for missing files on the timeline of a project, once that is shown. */
export const requestRelink = (connectionId: string, projectId: string): void =>
  relinkRequest.setState({ timelineKey: timelineKeyOf(connectionId, projectId) });

/** As many files as are listed; where there are more, one that is not listed may still be there. */
const MAX_FILES = 1000;

/** The missing media of a timeline. While the files of the account are not all known, only those that no file was ever found for. */
export const useMissingMedia = (
  document: TimelineDocument,
  library: ReadonlyMap<string, FileRecord>,
): readonly MissingMedium[] =>
  useMemo(() => {
    const count = new Set(library.values()).size;
    return missingMedia(document, count > 0 && count < MAX_FILES ? library : null);
  }, [document, library]);

/** The search for missing files while it is open. */
export function Relinking({
  connectionId,
  projectId,
  missing,
  library,
  store,
  change,
}: {
  connectionId: string;
  projectId: string | null;
  missing: readonly MissingMedium[];
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  change: ((name: string, edit: TimelineEdit) => void) | null;
}): ReactElement | null {
  const relinking = useStore(store, (state) => state.relinkRequest);
  const isRequested = useStore(
    relinkRequest,
    ({ timelineKey }) => timelineKey === timelineKeyOf(connectionId, projectId),
  );
  const close = () => store.setState({ relinkRequest: null });
  useEffect(() => {
    if (!isRequested || !change) return;
    relinkRequest.setState({ timelineKey: null });
    store.setState({ relinkRequest: 'all' });
  }, [isRequested, change, store]);
  if (relinking === null || !change) return null;
  const media =
    relinking === 'all'
      ? missing
      : missing.filter(({ clipIds }) => clipIds.some((clipId) => relinking.has(clipId)));
  if (media.length === 0) return null;
  return (
    <RelinkDialog
      connectionId={connectionId}
      media={media}
      library={library}
      onClose={close}
      onTake={(rows) => {
        close();
        void relinkRows(rows, { connectionId, projectId, change });
      }}
    />
  );
}

/** Uploads what is not in the library yet, and links all that is there then in one step. */
async function relinkRows(
  rows: readonly SelectedRow[],
  {
    connectionId,
    projectId,
    change,
  }: {
    connectionId: string;
    projectId: string | null;
    change: (name: string, edit: TimelineEdit) => void;
  },
): Promise<void> {
  // Open until the files have arrived, also when the page is left meanwhile.
  const leave = projectId === null ? null : mediaDocuments.timeline.open(connectionId, projectId).leave;
  try {
    const local = rows.flatMap(({ option: { candidate } }) =>
      candidate.source.at === 'computer' ? [candidate.source.file] : [],
    );
    const uploaded =
      local.length > 0 ? await uploadForTracks([...new Set(local)], [], { connectionId, projectId }) : [];
    const found = rows.flatMap((row): FoundMedium[] => {
      const { source } = row.option.candidate;
      const file =
        source.at === 'library' ? source.file : uploaded.find((entry) => entry.source === source.file);
      return file ? [foundMedium(row, file)] : [];
    });
    if (found.length > 0) change(words.relink.step(found.length), relinkMedia(found));
  } finally {
    leave?.();
  }
}
