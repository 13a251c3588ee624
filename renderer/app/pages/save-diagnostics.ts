import { describeProblem, loadDiagnostics } from '#renderer/desk/index.ts';
import { saveBlob, showToast } from '#renderer/ui/index.ts';

/** Makes the diagnostics bundle and saves it as a download; failures are said. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const { name, bytes } = await loadDiagnostics();
    saveBlob(bytes, name);
    showToast({
      kind: 'ok',
      title: 'Diagnostics saved',
      description: 'No keys, files, names or typed texts are in it. Its README says what is.',
    });
  } catch (error) {
    showToast({
      kind: 'error',
      title: 'The diagnostics were not saved',
      description: describeProblem(error),
    });
  }
}
