import { randomBytes } from 'node:crypto';
import { auditHandlers, withAudit } from '#service/administration/audit-handlers.ts';
import { fileHandlers } from '#service/administration/file-handlers.ts';
import { pictureHandlers } from '#service/administration/picture-handlers.ts';
import { modelHandlers } from '#service/administration/model-handlers.ts';
import { writeAdministrationSecret } from '#service/administration/secret.ts';
import { teamHandlers } from '#service/administration/team-handlers.ts';
import { createAccountNews } from '#service/team/account-news.ts';
import { startDeliverer } from '#service/webhooks/deliverer.ts';
import { createTeamEvents } from '#service/team/team-events.ts';
import { templateHandlers } from '#service/administration/template-handlers.ts';
import { runHandlers } from '#service/administration/run-handlers.ts';
import { createAdministration } from '#service/administration/surface.ts';
import type { ServiceConfig, ServiceContext } from '#service/context.ts';
import { docsPages } from '#service/docs/pages.ts';
import { createAccountHandlers } from '#service/accounts/handlers.ts';
import { documentRestorers } from '#service/documents/document-responses.ts';
import { createFileHandlers } from '#service/files/handlers.ts';
import { createNodeTypeHandlers } from '#service/node-types/handlers.ts';
import { createProjectHandlers } from '#service/projects/handlers.ts';
import { createRunHandlers } from '#service/runs/handlers.ts';
import { createStoryboardHandlers } from '#service/storyboards/handlers.ts';
import { startMaintenance, startSearchBacklog } from './housekeeping.ts';
import { listenOn, type Listener } from './listener.ts';
import { joinStorage, sweepStorage } from './sweep.ts';
import { createRemoteWork } from './remote-work.ts';
import { createTemplateHandlers } from '#service/templates/handlers.ts';
import { createTimelineHandlers } from '#service/timelines/handlers.ts';
import { createUploadHandlers } from '#service/uploads/handlers.ts';
import { drawNodeType } from '#service/engine/draw-node-type.ts';
import { createEngine, type Engine } from '#service/engine/engine.ts';
import { createApp, type Peer } from './app.ts';
import { openResources, type ServiceResources } from './foundation.ts';
import { createCursors } from '#service/signing/cursor.ts';
import type { RequestMeasurement } from '#service/operation/metrics.ts';
import type { Handlers } from '#service/http/handler.ts';
import { createInvitationSurface } from '#service/people/invitation-surface.ts';
import { peopleHandlers } from '#service/administration/people-handlers.ts';
import { createExternalRuns } from './external-runs.ts';
import { createSignedUrls } from '#service/signing/signed-urls.ts';
import { createOtioThreads, type OtioThreads } from '#service/otio/index.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { createBackupSchedule, NO_BACKUPS, type BackupSchedule } from '#service/storage/backup-schedule.ts';
import { onDatabaseDamage } from '#service/storage/database-health.ts';
import { openServiceDatabase, type ServiceDatabase } from '#service/storage/open-service-database.ts';
import { openMedia } from '#service/storage/open-blob-store.ts';
import { createIds } from '#service/storage/ids.ts';
import { addSuspicion, clearSuspicions } from '#service/storage/suspect-database.ts';
import { loadSecret } from '#service/storage/secrets.ts';
import { createDocumentHandlers } from '#service/documents/handlers.ts';

/** A running service: as a function, and on a port when asked. */
export interface Service {
  context: ServiceContext;
  engine: Engine;
  otio: OtioThreads;
  /** Copies of the database. */
  backups: BackupSchedule;
  /** Answers a request in this process. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Listens; port 0 picks a free one. @throws Error when the address cannot be bound. */
  start(port: number, host: string): Promise<{ origin: string }>;
  /** Stops listening, lets the engine come to a safe point, and gives the data directory back. */
  close(): Promise<void>;
}

export interface ServiceDependencies {
  /** Milliseconds since the epoch; tests give their own. */
  now?: () => number;
  /**
   * The database was found damaged while it was used: the process is to be ended and started again, which puts the
   * newest backup in its place.
   */
  onDatabaseDamage?: () => void;
  /** Node types; by default the service's own. */
  nodes?: readonly NodeDefinition[];
  /** Called of every request once its answer is there. */
  onResponse?: (request: RequestMeasurement) => void;
  /** Opened before for this data directory; the service closes it, also when it cannot be created. */
  resources?: ServiceResources;
}

const LOCAL_PEER: Peer = { ip: '127.0.0.1' };

/** Backs the database up, and passes on that it is damaged, once. */
function watchDatabase(
  { db, log, now: getTime }: ServiceContext,
  paths: ReturnType<typeof dataPaths> & { file: string },
  onDamage: (() => void) | undefined,
): BackupSchedule {
  let isDamaged = false;
  const damaged = (): void => {
    if (isDamaged) return;
    isDamaged = true;
    log.error('the database is damaged; it is replaced by its newest backup at the next start');
    // The next start looks at all of it. Where even this cannot be written, it looks as it always does.
    try {
      addSuspicion(paths.suspect);
    } catch (error) {
      log.warn({ err: error }, 'that the database is damaged could not be written down');
    }
    onDamage?.();
  };
  onDatabaseDamage(db, damaged);
  return createBackupSchedule({
    file: paths.file,
    folder: paths.backups,
    clock: getTime,
    log,
    onDamage: damaged,
    // It worked for as long as backups are apart.
    onBackedUp: () => {
      if (!isDamaged) clearSuspicions(paths.suspect);
    },
  });
}

/**
 * Opens the data directory and composes the service on it.
 * @throws DataDirectoryProblem when the directory cannot be used or another service holds it.
 */
export async function createService(
  config: ServiceConfig,
  dependencies: ServiceDependencies = {},
): Promise<Service> {
  const resources = dependencies.resources ?? openResources(config);
  try {
    return await createServiceOn(resources, config, dependencies);
  } catch (error) {
    await resources.close();
    throw error;
  }
}

async function contextOf(
  { log, native, workFolder }: ServiceResources,
  config: ServiceConfig,
  { db, coordination }: ServiceDatabase,
  { getTime, nodes }: { getTime: () => number; nodes: readonly NodeDefinition[] },
): Promise<ServiceContext> {
  const media = await openMedia(
    config.dataDirectory,
    config.media,
    getTime,
    coordination.isShared ? { db } : null,
  );
  const urls = createSignedUrls(await loadSecret(db, 'signed-urls'), getTime);
  if (config.publicUrl !== undefined) urls.setOrigin(config.publicUrl);
  return {
    config,
    workFolder,
    db,
    coordination,
    accountNews: createAccountNews({ db, coordination }),
    blobs: media.blobs,
    media: media.source,
    native,
    nodes: createNodeRegistry(nodes),
    log,
    urls,
    cursors: createCursors(await loadSecret(db, 'cursors')),
    now: getTime,
    newId: createIds(getTime),
  };
}

/** Services that share a database share what opens their administration, as they may share a folder. */
const administrationSecret = async ({ db, coordination }: ServiceContext): Promise<Buffer> =>
  coordination.isShared ? await loadSecret(db, 'administration') : randomBytes(32);

const handlersOf = (context: ServiceContext, engine: Engine, otio: OtioThreads): Handlers => ({
  ...createAccountHandlers(context),
  ...createProjectHandlers(context),
  ...createDocumentHandlers(context),
  ...createNodeTypeHandlers(context, (definition) => drawNodeType(context.native, definition)),
  ...createFileHandlers(context),
  ...createUploadHandlers(context),
  ...createRunHandlers(context, engine),
  ...createTemplateHandlers(context, engine),
  ...createStoryboardHandlers(context),
  ...createTimelineHandlers(context, otio),
});

async function createServiceOn(
  resources: ServiceResources,
  config: ServiceConfig,
  dependencies: ServiceDependencies,
): Promise<Service> {
  const getTime = dependencies.now ?? Date.now;
  const database = await openServiceDatabase(config, getTime);
  try {
    const context = await contextOf(resources, config, database, {
      getTime,
      nodes: dependencies.nodes ?? nodeDefinitions,
    });
    return await createServiceWith(context, resources, database, dependencies);
  } catch (error) {
    await database.coordination.close();
    await database.db.close();
    throw error;
  }
}

async function createServiceWith(
  context: ServiceContext,
  resources: ServiceResources,
  { db, file, restored, coordination }: ServiceDatabase,
  dependencies: ServiceDependencies,
): Promise<Service> {
  const { native } = resources;
  const paths = dataPaths(context.config.dataDirectory);
  if (restored !== null) context.log.warn(restored, 'the database was replaced');
  const backups =
    file === null ? NO_BACKUPS : watchDatabase(context, { ...paths, file }, dependencies.onDatabaseDamage);
  let isFirst = true;
  await coordination.join(context.workFolder, async (isExclusive) => {
    isFirst = isExclusive;
    const swept = isExclusive ? await sweepStorage(context) : await joinStorage(context);
    if (swept.blobs + swept.segments > 0) context.log.info(swept, 'cleared away what was left behind');
  });

  const remoteWork = createRemoteWork(context);
  const engine = createEngine(context, { dispatcher: remoteWork?.dispatcher });
  const otio = createOtioThreads(context.media);
  const teamEvents = createTeamEvents(context);
  const app = createApp(context, handlersOf(context, engine, otio), {
    extraPages: docsPages(() => context.urls.origin()),
    restorers: documentRestorers(context),
    onResponse: dependencies.onResponse,
    externalSurfaces: [createExternalRuns(context, engine), createInvitationSurface(context)],
    administration: createAdministration(
      writeAdministrationSecret(
        context.config.dataDirectory,
        context.log,
        await administrationSecret(context),
      ),
      withAudit(context, {
        ...modelHandlers(context),
        ...templateHandlers(context),
        ...runHandlers(engine),
        ...fileHandlers(context),
        ...pictureHandlers(context),
        ...teamHandlers(context, teamEvents),
        ...peopleHandlers(context, engine),
        ...auditHandlers(context),
      }),
    ),
  });
  const stopMaintenance = await startMaintenance(context, app);
  await remoteWork?.start(() => engine.workersChanged());
  await engine.start(isFirst);
  const [deliverer, stopBacklog] = [startDeliverer(context), startSearchBacklog(context)];

  let listener: Listener | null = null;
  return {
    context,
    engine,
    otio,
    backups,
    fetch: (request, peer = LOCAL_PEER) => app.fetch(request, peer),
    async start(port, host) {
      listener = await listenOn(app, port, host);
      const { origin } = listener;
      context.urls.setOrigin(context.config.publicUrl ?? origin);
      return { origin };
    },
    async close() {
      stopMaintenance();
      await Promise.all([deliverer.close(), stopBacklog()]);
      const endConnections = listener?.stop();
      teamEvents.close();
      context.accountNews.close();
      await otio.close();
      await engine.stop();
      await remoteWork?.close();
      // The children first: a request that waits for one ends.
      await native.close();
      await endConnections?.();
      await backups.close();
      await coordination.close();
      await db.close();
      await resources.close();
    },
  };
}
