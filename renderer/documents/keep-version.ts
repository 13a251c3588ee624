import type { MediaDocumentKind } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentState } from './document-session.ts';

/**
 * Keeps a document in the history before a step that changes much of it at once, so that it can be gone back to also when undo
 * is gone. The step is made in any case; where nothing could be kept that is said.
 * @param step what is going to be done.
 */
export function keepVersionBefore(
  { connectionId, projectId, kind }: { connectionId: string; projectId: string; kind: MediaDocumentKind },
  { document, version }: Pick<DocumentState<object>, 'document' | 'version'>,
  step: string,
): void {
  callDesk('keepVersion', {
    params: { connectionId, projectId },
    body: { kind, name: words.notices.versionBefore(step).slice(0, 200), version, document: { ...document } },
  }).catch(() => showToast({ title: words.notices.versionNotKept }));
}
