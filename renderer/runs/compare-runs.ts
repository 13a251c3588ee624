import type { LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { openCompare, viewedOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.runs.compareRuns;

/**
 * Of each run the output that is compared: the first name that all of them have, pictures before others; where they
 * share none, the first that each has. Pure.
 * @param runIds in the order in which they are shown.
 */
export function comparedOutputs(
  runIds: readonly string[],
  outputs: readonly LibraryOutput[],
): LibraryOutput[] {
  const byRun = runIds.map((runId) =>
    outputs
      .filter((output) => output.runId === runId && !output.missing)
      .toSorted((a, b) => Number(b.kind === 'image') - Number(a.kind === 'image')),
  );
  const shared = byRun[0]?.find(({ key }) =>
    byRun.every((runOutputs) => runOutputs.some((output) => output.key === key)),
  );
  return byRun.flatMap(
    (runOutputs) => runOutputs.find(({ key }) => key === shared?.key) ?? runOutputs[0] ?? [],
  );
}

/** Shows what these runs made beside each other; what stands against it is said. */
export async function compareRuns(connectionId: string, runIds: readonly string[]): Promise<void> {
  try {
    const { outputs } = await callDesk('outputsOfRuns', { body: { connectionId, runIds: [...runIds] } });
    const compared = comparedOutputs(runIds, outputs);
    const problem =
      compared.length < runIds.length && runIds.length > 1
        ? t.leastTheseRunsNo
        : openCompare(compared.map((output) => viewedOutput(output)));
    if (problem !== null) showToast({ id: 'compare', title: problem });
  } catch (error) {
    showToast({ kind: 'error', title: t.runsNotCompared, description: describeProblem(error) });
  }
}
