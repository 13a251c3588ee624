import { Catalogue } from '../model/catalogue.ts';
import type { EditorPorts } from '../ports.ts';
import { openDocument } from '../sync/open-document.ts';
import type { SyncClock } from '../sync/sync-clock.ts';
import { EditorSession } from './editor-session.ts';

/** Opens a project for editing. @throws what the service or the desktop process answered. */
export async function openSession(ports: EditorPorts, clock?: SyncClock): Promise<EditorSession> {
  try {
    const [opened, files, uploads] = await Promise.all([
      openDocument(ports),
      ports.listFiles().catch(() => []),
      ports.listUploads().catch(() => []),
    ]);
    const catalogue = new Catalogue(ports.api);
    await catalogue.loadTypes(opened.graph.nodes.map((node) => node.type));
    const session = new EditorSession(ports, opened, catalogue, clock);
    for (const file of files) session.fileNames.set(file.fileId, file.filename);
    session.sync.recoverPendingEdits();
    session.adoptUploads(uploads);
    void catalogue.loadAll();
    return session;
  } catch (error) {
    // Else what was claimed would count as being in good hands until the page is gone.
    ports.journal.leave();
    throw error;
  }
}
