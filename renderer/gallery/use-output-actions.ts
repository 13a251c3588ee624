import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import type { LibraryOutput, OutputsChange } from '#shared/desk/index.ts';
import { apiFor, callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import {
  copyOutput,
  openCompare,
  openViewer,
  saveOutput,
  saveOutputsAsZip,
  viewedOutput,
} from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { deletionToast, deleteOutputs, deleteProblem } from './delete-outputs.ts';
import type { OutputList } from './output-list.ts';
import { galleryKeys } from './queries.ts';

const t = words.gallery.useOutputActions;

const idsOf = (outputs: readonly LibraryOutput[]) => outputs.map(({ id }) => id);

/** What a file cannot be saved or copied for any more, said once; false when it can. */
function hasMissing(outputs: readonly LibraryOutput[]): boolean {
  if (!outputs.every(({ missing }) => missing)) return false;
  showToast({
    kind: 'error',
    title: outputs.length === 1 ? t.fileDeletedService : t.theseFilesDeletedService,
    description: t.changeOpenRun,
  });
  return true;
}

/** The whole of a value, of which the list has the beginning. */
async function loadFull(output: LibraryOutput) {
  const details =
    output.fileId === null ? await callDesk('getOutput', { params: { outputId: output.id } }) : null;
  return viewedOutput(output, details?.value);
}

async function attempt(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showToast({ kind: 'error', title, description: describeProblem(error) });
  }
}

/** What can be done with outputs of the gallery. What fails is said in a toast. */
export function useOutputActions(connectionId: string, list: OutputList) {
  const client = useQueryClient();

  async function change(outputs: readonly LibraryOutput[], change: Omit<OutputsChange, 'outputIds'>) {
    try {
      const changed = await callDesk('changeOutputs', { body: { outputIds: idsOf(outputs), ...change } });
      list.patch(changed.outputs);
      void client.invalidateQueries({ queryKey: galleryKeys.all(connectionId) });
      return true;
    } catch (error) {
      showToast({
        kind: 'error',
        title: t.outputsNotChanged,
        description: describeProblem(error),
      });
      return false;
    }
  }

  const open = (output: LibraryOutput) => {
    const { outputs } = list.store.getState();
    openViewer({
      items: outputs.map((item) => viewedOutput(item)),
      index: Math.max(
        0,
        outputs.findIndex(({ id }) => id === output.id),
      ),
    });
  };

  return {
    open,
    change,
    compare(outputs: readonly LibraryOutput[]) {
      const problem = openCompare(outputs.map((output) => viewedOutput(output)));
      if (problem !== null) showToast({ title: problem });
    },
    /** Stars all, or takes the stars away where all have one. */
    star: (outputs: readonly LibraryOutput[]) =>
      change(outputs, { starred: !outputs.every(({ starred }) => starred) }),
    async hide(outputs: readonly LibraryOutput[]) {
      const hidden = !outputs.every((output) => output.hidden);
      if (!(await change(outputs, { hidden }))) return;
      list.remove(new Set(idsOf(outputs)));
      showToast({
        title: hidden ? t.hiddenOutputs(outputs.length) : t.visibleAgain(outputs.length),
        action: {
          label: t.undo,
          run: () => void change(outputs, { hidden: !hidden }).then(() => list.refresh()),
        },
      });
    },
    async save(outputs: readonly LibraryOutput[]) {
      const [first] = outputs;
      if (first === undefined || hasMissing(outputs)) return;
      if (outputs.length > 1) return saveOutputsAsZip(idsOf(outputs));
      await attempt(t.notSaved(first.title.slice(0, 80)), async () =>
        saveOutput(connectionId, await loadFull(first)),
      );
    },
    async copy(output: LibraryOutput) {
      if (hasMissing([output])) return;
      await attempt(t.notCopied(output.title.slice(0, 80)), async () =>
        copyOutput(connectionId, await loadFull(output)),
      );
    },
    /** Deletes the files at the service where it lets them go, and hides what is gone and what has no file. */
    async delete(outputs: readonly LibraryOutput[]) {
      const outcome = await deleteOutputs(outputs, (fileId) =>
        apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId } }),
      );
      const problem = deleteProblem(outcome);
      if (problem !== null) showToast(problem);
      const deletedIds = [...outcome.deleted, ...outcome.values];
      if (deletedIds.length === 0 || !(await change(deletedIds, { hidden: true }))) return;
      list.remove(new Set(idsOf(deletedIds)));
      const toast = deletionToast(outcome);
      if (toast !== null) showToast(toast);
    },
  };
}

export type OutputActions = ReturnType<typeof useOutputActions>;
