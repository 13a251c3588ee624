import { useQueryClient } from '@tanstack/react-query';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { LibraryOutput, OutputsChange } from '#shared/desk/index.ts';
import { apiFor, callDesk, describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import { plural, showToast } from '#renderer/ui/index.ts';
import {
  copyOutput,
  openCompare,
  openViewer,
  saveOutput,
  saveOutputsAsZip,
  viewedOutput,
} from '#renderer/viewer/index.ts';
import type { OutputList } from './output-list.ts';
import { galleryKeys } from './queries.ts';

const idsOf = (outputs: readonly LibraryOutput[]) => outputs.map(({ id }) => id);

/** The names of projects that a refusal says use the file. */
function projectsNamed(error: unknown): string {
  const details = error instanceof ApiError ? error.details : {};
  const projects: unknown = details['projects'];
  if (!Array.isArray(projects)) return '';
  const names = projects.flatMap((project: unknown) =>
    typeof project === 'object' && project !== null && 'name' in project && typeof project.name === 'string'
      ? [`“${project.name}”`]
      : [],
  );
  return names.length === 0 ? '' : ` It is used by ${names.slice(0, 3).join(', ')}.`;
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
        title: 'The outputs were not changed',
        description: describeProblem(error),
      });
      return false;
    }
  }

  async function deleteOne({ fileId, title }: LibraryOutput): Promise<boolean> {
    try {
      if (fileId !== null) {
        await apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId } });
      }
      return true;
    } catch (error) {
      if (isMissing(error)) return true;
      showToast({
        kind: 'error',
        title: `“${title.slice(0, 80)}” was not deleted`,
        description: isConflict(error)
          ? `A project still uses this file, so the service keeps it.${projectsNamed(error)} Take it out there, then delete it again.`
          : describeProblem(error),
      });
      return false;
    }
  }

  const open = (output: LibraryOutput) => {
    const { outputs } = list.store.getState();
    openViewer({
      items: outputs.map((one) => viewedOutput(one)),
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
        title: `${plural(outputs.length, 'output')} ${hidden ? 'hidden' : 'shown again'}`,
        action: {
          label: 'Undo',
          run: () => void change(outputs, { hidden: !hidden }).then(() => list.refresh()),
        },
      });
    },
    async save(outputs: readonly LibraryOutput[]) {
      const [first] = outputs;
      if (first === undefined) return;
      if (outputs.length > 1) return saveOutputsAsZip(idsOf(outputs));
      const whole =
        first.fileId === null ? await callDesk('getOutput', { params: { outputId: first.id } }) : null;
      await saveOutput(connectionId, viewedOutput(first, whole?.value));
    },
    async copy(output: LibraryOutput) {
      const whole =
        output.fileId === null ? await callDesk('getOutput', { params: { outputId: output.id } }) : null;
      await copyOutput(connectionId, viewedOutput(output, whole?.value));
    },
    /** Deletes the files at the service where it lets them go, and hides what is gone. */
    async delete(outputs: readonly LibraryOutput[]) {
      const gone: LibraryOutput[] = [];
      for (const output of outputs) if (await deleteOne(output)) gone.push(output);
      if (gone.length === 0) return;
      await change(gone, { hidden: true });
      list.remove(new Set(idsOf(gone)));
      showToast({ kind: 'ok', title: `${plural(gone.length, 'output')} deleted` });
    },
  };
}

export type OutputActions = ReturnType<typeof useOutputActions>;
