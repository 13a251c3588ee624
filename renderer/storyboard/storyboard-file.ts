import { DEFAULT_LIMITS, readJson } from '#shared/reading/index.ts';
import { appendScenes, arrangedStoryboard, validateStoryboard } from '#shared/storyboard/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import type { BoardSession } from './board-actions.ts';

const refuse = (description: string): void =>
  showToast({ kind: 'error', title: 'The storyboard was not imported', description });

/** Reads a storyboard from a file, as one step of undo. What is wrong with it is said, and nothing changes. */
export async function readStoryboardFile(
  session: BoardSession,
  file: File,
  way: 'replace' | 'append',
): Promise<void> {
  const read = await readJson(file.stream(), {
    limits: DEFAULT_LIMITS,
    subject: 'The file',
    advice: 'Choose a storyboard that was exported as JSON.',
  });
  if (!read.ok) return refuse(read.problem.message);
  const checked = validateStoryboard(read.value);
  if (!checked.ok) {
    const [first] = checked.problems;
    const more = checked.problems.length > 1 ? ` And ${checked.problems.length - 1} more.` : '';
    return refuse(`${first?.path || 'The file'}: ${first?.message ?? 'It is no storyboard.'}${more}`);
  }
  session.change(way === 'append' ? 'append a storyboard' : 'import a storyboard', (document) =>
    arrangedStoryboard(way === 'append' ? appendScenes(document, checked.document) : checked.document),
  );
  return undefined;
}
