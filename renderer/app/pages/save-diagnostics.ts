import { describeProblem, loadDiagnostics } from '#renderer/desk/index.ts';
import { saveBlob, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appPages.saveDiagnostics;

/** Makes the diagnostics bundle and saves it as a download; failures are said. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const { name, bytes } = await loadDiagnostics();
    saveBlob(bytes, name);
    showToast({
      kind: 'ok',
      title: t.diagnosticsSaved,
      description: t.noKeysFilesNames,
    });
  } catch (error) {
    showToast({
      kind: 'error',
      title: t.diagnosticsNotSaved,
      description: describeProblem(error),
    });
  }
}
