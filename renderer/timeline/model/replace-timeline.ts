import { validateTimeline } from '#shared/timeline/index.ts';
import { keepVersionBefore, mediaDocuments, UnsoundDocument } from '#renderer/documents/index.ts';

/**
 * Puts a timeline in the place of a project's, as one step that undo takes back, and waits until the service has it.
 * Where the service is away the step is kept on this computer and sent later.
 * @returns whether that was possible: not with a timeline that is unsound, or in the place of one.
 * @throws Error when the service refuses it; the timeline is then as it was.
 */
export async function replaceTimeline(
  connectionId: string,
  projectId: string,
  step: string,
  document: unknown,
): Promise<boolean> {
  const checked = validateTimeline(document);
  if (!checked.ok) return false;
  const { session, leave } = mediaDocuments.timeline.open(connectionId, projectId);
  try {
    const open = await session;
    keepVersionBefore({ connectionId, projectId, kind: 'timeline' }, open.getState(), step);
    open.change(step, () => checked.document);
    try {
      await open.flush();
    } catch (error) {
      if (open.getState().status !== 'refused') return true;
      open.undo();
      throw error;
    }
    return true;
  } catch (error) {
    if (error instanceof UnsoundDocument) return false;
    throw error;
  } finally {
    leave();
  }
}
