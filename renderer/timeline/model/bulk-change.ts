import { useMemo } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import type { TimelineEdit } from '#shared/timeline/edits/index.ts';
import { keepVersionBefore, type DocumentSession } from '#renderer/documents/index.ts';

/** Makes edits that change much at once, with the timeline as it was kept in the history; null where it is only looked at. */
export function useBulkChange(
  session: DocumentSession<TimelineDocument> | null,
  connectionId: string,
  projectId: string | null,
): ((name: string, edit: TimelineEdit) => void) | null {
  return useMemo(
    () =>
      session &&
      ((name, edit) => {
        const state = session.getState();
        session.change(name, edit);
        if (projectId === null || session.getState().document === state.document) return;
        keepVersionBefore({ connectionId, projectId, kind: 'timeline' }, state, name);
      }),
    [session, connectionId, projectId],
  );
}
