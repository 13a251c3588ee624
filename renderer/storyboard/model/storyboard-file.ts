import type { DocumentProblem } from '#shared/document/problems.ts';
import { DEFAULT_LIMITS, readJson } from '#shared/reading/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { keepForeignFields } from '#shared/storyboard/foreign-fields.ts';
import { appendScenes, sortedStoryboard, validateStoryboard } from '#shared/storyboard/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from './board-actions.ts';

const t = words.storyboard.storyboardFile;

/**
 * `preserved`: how many fields of another program went along. `asText`: how many whole numbers are too long for numbers and stay as
 * text. A refusal says what to do next.
 */
type StoryboardRead =
  | { ok: true; document: StoryboardDocument; preserved: number; asText: number }
  | { ok: false; message: string };

/** Reads a storyboard that somebody else may have written. */
export async function readStoryboardFile(file: Blob): Promise<StoryboardRead> {
  let asText = 0;
  const read = await readJson(file.stream(), {
    limits: DEFAULT_LIMITS,
    label: t.theFile,
    hint: '',
    // Ids of other programs are longer than numbers here: they stay digit by digit, as text.
    onUnsafeIntegers: (preserved) => (asText = preserved.length),
  });
  if (!read.ok) {
    const reason = read.problem.message.trim();
    return { ok: false, message: t.storyboardExportedJson(reason) };
  }
  const found = keepForeignFields(read.value);
  if (!found) {
    return { ok: false, message: t.fileNotStoryboardExported };
  }
  const checked = validateStoryboard(found.document);
  if (checked.ok) return { ok: true, document: checked.document, preserved: found.preserved, asText };
  const [first] = checked.problems;
  return {
    ok: false,
    message: t.correctInFile(first?.path || t.theFile, problemText(first), checked.problems.length - 1),
  };
}

/** Sentences of ours end in a point; others are those of the library that checks. */
const problemText = (problem: DocumentProblem | undefined): string =>
  problem?.message.endsWith('.') ? problem.message : t.notStoryboard;

/** Takes a storyboard in from a file, as one step of undo. What is wrong with it is said, and nothing changes. */
export async function importStoryboardFile(
  session: BoardSession,
  file: Blob,
  mode: 'replace' | 'append',
): Promise<void> {
  const read = await readStoryboardFile(file);
  if (!read.ok) {
    showToast({ kind: 'error', title: t.storyboardNotImported, description: read.message });
    return;
  }
  session.change(mode === 'append' ? t.appendStoryboard : t.importStoryboard, (document) =>
    sortedStoryboard(mode === 'append' ? appendScenes(document, read.document) : read.document),
  );
  if (read.preserved > 0) {
    showToast({
      title: t.storedAnotherProgram(read.preserved),
      description: words.storyboard.foreignFields(read.asText),
    });
  }
}
