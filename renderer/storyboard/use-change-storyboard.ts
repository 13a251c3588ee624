import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { ChangedMeanwhile, type StoryboardEdit } from '#shared/storyboard/editing.ts';
import { validateStoryboard } from '#shared/storyboard/storyboard.ts';
import { apiFor, isConflict } from '#renderer/desk/index.ts';
import { storyboardKey } from './queries.ts';

const ATTEMPTS = 3;

/** The edit cannot be made any more; the message says so to a person. */
class NothingToChange extends Error {}

/**
 * Makes an edit on the storyboard as the service has it now: what others changed meanwhile stays, and a project that
 * moved on between reading and writing is read again.
 */
async function changeStoryboard(connectionId: string, projectId: string, edit: StoryboardEdit) {
  const api = apiFor(connectionId);
  const params = { project_id: projectId };
  for (let attempt = 1; ; attempt += 1) {
    const { version, document } = await api(endpoints.storyboards.get, { params });
    const checked = validateStoryboard(document);
    if (!checked.ok) throw new NothingToChange('The storyboard has problems now. Load this page again.');
    const changed = edit(checked.document);
    if (!changed) throw new NothingToChange('This was deleted elsewhere. Close it to see the storyboard.');
    try {
      return await api(endpoints.storyboards.replace, {
        params,
        body: { document: changed, expectedVersion: version, mode: 'replace' },
        idempotencyKey: crypto.randomUUID(),
      });
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Edits of the shown storyboard; what the service answers is on screen at once. */
export function useChangeStoryboard(connectionId: string, projectId: string) {
  const client = useQueryClient();
  const key = storyboardKey(connectionId, projectId);
  return useMutation({
    mutationFn: (edit: StoryboardEdit) => changeStoryboard(connectionId, projectId, edit),
    onError: (error) => {
      // The words of an open shot stay as they are typed; what is around them is shown as it is now.
      if (error instanceof ChangedMeanwhile) void client.invalidateQueries({ queryKey: key });
    },
    onSuccess: ({ version, document, summary }) =>
      client.setQueryData(key, { projectId, version, document, summary }),
  });
}

export const isNothingToChange = (error: unknown): error is Error => error instanceof NothingToChange;
