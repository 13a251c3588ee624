import type { DatabaseSync } from 'node:sqlite';
import { MediaDocumentKind } from '#shared/desk/index.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createFilmVersionObserver, pictureOf } from './film-version-observer.ts';
import { createFilmVersionStore, type FilmKey } from './film-version-store.ts';

const FILM_VERSION_BYTES = 200_000_000;

function filmKeyOf(params: { connectionId: string; projectId: string; kind: string }): FilmKey {
  const kind = MediaDocumentKind.safeParse(params.kind);
  if (!kind.success) {
    throw new DeskError('NOT_FOUND', 'Only storyboards and timelines have versions here.');
  }
  return { connectionId: params.connectionId, projectId: params.projectId, kind: kind.data };
}

/** Earlier versions of storyboards and timelines. */
export function openFilmVersions(
  { clock, log, events, handles }: CoreContext,
  { database, signals }: { database: DatabaseSync; signals: ConnectionSignals },
) {
  const store = createFilmVersionStore(database, FILM_VERSION_BYTES, clock);
  const changed = (connectionId: string, projectId: string) =>
    events.emit({ type: 'film-versions', connectionId, projectId });
  const observer = createFilmVersionObserver(store, changed, log);
  handles.add('film versions', store, async (open) => {
    await observer.settled();
    await open.close();
  });
  signals.removed.listen((id) => store.removeConnection(id));
  return {
    observer,
    moveProject: (...move: Parameters<typeof store.moveProject>) => store.moveProject(...move),
    routes: {
      listFilmVersions: ({ params, query }) => store.list(filmKeyOf(params), query.before),
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
      deleteFilmVersion({ params }) {
        store.delete(filmKeyOf(params), params.versionId);
        changed(params.connectionId, params.projectId);
      },
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
