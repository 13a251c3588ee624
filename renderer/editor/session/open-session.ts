import type { Graph } from '#shared/graph/types.ts';
import { Catalog } from '../model/catalog.ts';
import type { EditorPorts } from '../ports.ts';
import { openDocument } from '../sync/open-document.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { EditorSession } from './editor-session.ts';

/** Opens a project for editing. @throws what the service or the desktop process answered. */
export async function openSession(ports: EditorPorts, clock?: TimerClock): Promise<EditorSession> {
  const catalog = new Catalog(ports.api, ports.describeNodeTypes);
  const describe = ({ nodes }: Graph): Promise<void> => catalog.loadTypes(nodes.map(({ type }) => type));
  try {
    const ahead = ports.documentAhead?.() ?? null;
    // Most often it is the document that is shown, and these are its types.
    const describing = ahead
      ?.then(({ response }) => describe(response.document.graph))
      .catch(() => undefined);
    const [loaded, files, uploads] = await Promise.all([
      openDocument({ ...ports, documentAhead: () => ahead }),
      ports.listFiles().catch(() => []),
      ports.listUploads().catch(() => []),
    ]);
    await describing;
    await describe(loaded.graph);
    const session = new EditorSession(ports, loaded, catalog, clock);
    session.fileNames.add(files);
    session.sync.recoverPendingEdits();
    session.adoptUploads(uploads);
    void catalog.loadAll();
    return session;
  } catch (error) {
    // Else what was claimed would count as being in good hands until the page is gone.
    ports.journal.leave();
    throw error;
  }
}
