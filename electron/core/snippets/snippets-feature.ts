import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { snippetStore } from './snippet-store.ts';

/** Selections of nodes that a person saved by name. */
export async function openSnippets({ folder, clock, notices }: CoreContext) {
  const store = snippetStore(
    join(folder, 'snippets.json'),
    () => clock.now(),
    (isReadable) => notices.add(isReadable ? 'snippets' : 'snippets-lost', 'snippets.json'),
  );
  await store.load();
  return {
    routes: {
      listSnippets: () => ({ snippets: [...store.list()] }),
      createSnippet: ({ body }) => store.create(body, new Date(clock.now()).toISOString()),
      renameSnippet: ({ params, body }) => store.rename(params.snippetId, body.name),
      deleteSnippet: ({ params }) => store.remove(params.snippetId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
