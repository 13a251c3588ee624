import { readApiError, type PublicProjectSummary } from '#shared/api/index.ts';
import { outputFileName } from '#shared/desk/index.ts';
import { callDesk, deskFetch, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { saveBlob } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';

const t = words.projects.exportProjects;

/** Resolves when a transfer has ended; its state is told by the desk's events. */
async function waitForTransfer(transferId: string): Promise<{ state: string; error: string | null }> {
  const { promise, resolve } = Promise.withResolvers<{ state: string; error: string | null }>();
  const stop = onDeskEvent((event) => {
    if (event.type !== 'transfer' || event.transfer.id !== transferId) return;
    if (event.transfer.state !== 'working') resolve(event.transfer);
  });
  const transfer = await callDesk('getTransfer', { params: { transferId } });
  if (transfer.state !== 'working') resolve(transfer);
  return promise.finally(stop);
}

/** @throws ApiError, Error with a sentence */
async function exportProject(connectionId: string, { id, name }: PublicProjectSummary): Promise<void> {
  const transferId = `transfer_${crypto.randomUUID()}`;
  await callDesk('startExport', { body: { transferId, connectionId, projectId: id, media: true } });
  const { state, error } = await waitForTransfer(transferId);
  if (state !== 'done') throw new Error(error ?? t.exportStopped);
  const response = await deskFetch(`/desk/transfers/${encodeURIComponent(transferId)}/file`);
  if (!response.ok) throw await readApiError(response);
  const fileName = outputFileName({ project: null, output: name, version: null, extension: 'patchbay' });
  saveBlob(await response.blob(), fileName);
}

/** Exports projects one after another, each into a file of its own. @returns what failed, a sentence each. */
export async function exportProjects(
  connectionId: string,
  projects: readonly PublicProjectSummary[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const project of projects) {
    try {
      await exportProject(connectionId, project);
    } catch (error) {
      problems.push(`${quote(project.name)}: ${describeProblem(error)}`);
    }
  }
  return problems;
}
