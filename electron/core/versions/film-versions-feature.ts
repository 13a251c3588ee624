import { MediaDocumentKind } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreContext } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { DocumentVersions } from './document-versions.ts';
import { createFilmVersionObserver, pictureOf } from './film-version-observer.ts';
import { createFilmVersionStore, type FilmKey } from './film-version-store.ts';

function filmKeyOf(params: { connectionId: string; projectId: string; kind: string }): FilmKey {
  const kind = MediaDocumentKind.safeParse(params.kind);
  if (!kind.success) {
    throw new DeskError('NOT_FOUND', 'Only storyboards and timelines have versions here.');
  }
  return { connectionId: params.connectionId, projectId: params.projectId, kind: kind.data };
}

/** Earlier versions of storyboards and timelines. */
export function openFilmVersions(
  { clock, log, events }: Pick<CoreContext, 'clock' | 'log' | 'events'>,
  documents: DocumentVersions,
) {
  const store = createFilmVersionStore(documents, clock);
  const changed = (connectionId: string, projectId: string) =>
    events.emit({ type: 'film-versions', connectionId, projectId });
  return {
    observer: createFilmVersionObserver(store, changed, log),
    routes: {
      listFilmVersions: ({ params, query }) => store.list(filmKeyOf(params), query.cursor),
      getFilmVersion: ({ params }) => store.document(filmKeyOf(params), params.versionId),
      async keepFilmVersion({ params, body: { name, version, document } }) {
        const filmKey = filmKeyOf(params);
        const picture = await pictureOf(filmKey.kind, document);
        if (picture === null) return;
        const isStored = await store.keep({ ...filmKey, version, reason: 'before', name, document, picture });
        if (isStored) changed(filmKey.connectionId, filmKey.projectId);
      },
      nameFilmVersion({ params, body }) {
        const version = store.rename(filmKeyOf(params), params.versionId, body.name);
        changed(params.connectionId, params.projectId);
        return version;
      },
      async deleteFilmVersion({ params }) {
        await store.delete(filmKeyOf(params), params.versionId);
        changed(params.connectionId, params.projectId);
      },
    } satisfies Partial<DeskHandlers>,
  };
}
