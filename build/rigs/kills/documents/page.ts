import { ApiError, endpoints, type ApiClient } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { storyboardKind, timelineKind, type DocumentKind } from '#renderer/documents/document-kind.ts';
import { createDocumentPorts } from '#renderer/documents/document-ports.ts';
import { OpenDocument } from '#renderer/documents/document-session.ts';
import { readDocument } from '#renderer/documents/read-document.ts';
import { emulatePage } from '../../page-side.ts';
import { createRandom, type Random } from '../../random.ts';
import { pause } from '../page-process.ts';
import { connect } from '../service-target.ts';
import { named, reportWaits } from '../waits.ts';
import {
  startStoryboard,
  startTimeline,
  ofAll,
  storyboardFields,
  timelineFields,
  type DocumentField,
} from './fields.ts';
import type { FromPage, ToPage } from './messages.ts';

/** A page without a browser that edits the timeline and the storyboard of a project without pause until it is killed. */

/** Saving comes around more often than for a person, so that kills meet it. */
const FASTER = 4;
/** Of writes: the desktop process has done them, and its response gets lost. */
const DROP_SHARE = 0.02;

const notifyRig = (message: FromPage) => void process.send?.(message);

/** While it is open, edits are made; it may be wanted before the documents are there, from these counts on. */
const shift: { isOpen: boolean; requested: Record<string, number | null> | null } = {
  isOpen: false,
  requested: null,
};
/** Milliseconds within which a window shows what another saved. */
const DISPLAY_TIMEOUT_MS = 30_000;
const acting = new Set<Promise<void>>();

/** An open document with what is done to it. */
interface Desk {
  /** What it shows of each of its fields. */
  counts(): Record<string, number | null>;
  edit(random: Random): Promise<void>;
  /** Resolves when it shows these counts of the fields that are edited here, or when the shift has ended. */
  shows(counts: Readonly<Record<string, number | null>>): Promise<void>;
  /** Resolves when the service has it all. */
  save(): Promise<void>;
}

/** How safe what is shown is, in a sentence. */
function describeState<D>(session: OpenDocument<D>): string {
  const { status, isOnDisk, problem } = session.getState();
  const safety = isOnDisk ? 'on the disk' : 'not on the disk';
  return `It is ${status}, ${safety}${problem === null ? '' : `: ${problem}`}.`;
}

/** Resolves when the disk has what is shown. */
async function stored<D>(session: OpenDocument<D>): Promise<void> {
  do {
    await session.kept();
  } while (!session.getState().isOnDisk && (await pause(20), true));
}

async function openDesk<D>(
  kind: DocumentKind<D>,
  target: { connectionId: string; projectId: string },
  fields: readonly DocumentField<D>[],
  createdCounts: Readonly<Record<string, number>>,
  /** Those that are edited here. */
  localFields: readonly DocumentField<D>[],
): Promise<Desk> {
  const ports = createDocumentPorts(target.connectionId, target.projectId, kind.kind);
  const faster = { ...ports, after: (ms: number, run: () => void) => ports.after(ms / FASTER, run) };
  const session = new OpenDocument(kind, faster, await readDocument(kind, faster), () => undefined);
  const currentDocument = () => session.getState().document;
  const next = new Map(
    fields.map((field) => {
      const count = (createdCounts[field.name] ?? 0) + 1;
      const isPresent = field.countIn(currentDocument()) !== null;
      return [field.name, field.isTransient && (count % 2 === 0) !== isPresent ? count + 1 : count];
    }),
  );

  function change(field: DocumentField<D>, gesture: string | undefined): number {
    const count = next.get(field.name) ?? 1;
    session.change(
      'edit',
      (document) => field.edit(document, count),
      gesture === undefined ? {} : { gesture },
    );
    if (field.countIn(currentDocument()) !== count && !(field.isTransient && count % 2 === 0)) {
      notifyRig({ type: 'problem', message: `Edit ${count} of ${field.name} does not fit.` });
    }
    next.set(field.name, count + 1);
    notifyRig({ type: 'edited', field: field.name, count });
    return count;
  }

  const waitUntilStored = async (field: string, count: number): Promise<void> => {
    await named(
      () => `Edit ${count} of ${field} is to be stored. ${describeState(session)}`,
      stored(session),
    );
    notifyRig({ type: 'kept', field, count });
  };

  return {
    counts: () => Object.fromEntries(fields.map((field) => [field.name, field.countIn(currentDocument())])),
    async edit(random) {
      const field = random.pick(localFields);
      if (field.isTransient || random.bool(0.5)) return waitUntilStored(field.name, change(field, undefined));
      // As something that is dragged: nothing is saved before it is let go of.
      const release = session.hold();
      const gesture = crypto.randomUUID();
      for (let left = random.between(1, 5); left > 0; left -= 1) {
        const count = change(field, gesture);
        if (random.bool(0.5)) await waitUntilStored(field.name, count);
      }
      release();
      return undefined;
    },
    async shows(counts) {
      const until = performance.now() + DISPLAY_TIMEOUT_MS;
      const differing = () =>
        localFields.filter(
          (field) => field.name in counts && field.countIn(currentDocument()) !== counts[field.name],
        );
      while (shift.isOpen && differing().length > 0) {
        if (performance.now() > until) {
          const names = differing().map(({ name }) => name);
          notifyRig({
            type: 'problem',
            message: `What another window saved is never shown: ${names.join()}.`,
          });
          return;
        }
        await pause(5);
      }
    },
    async save() {
      session.retry();
      await named(
        () => `The service is to have all of the ${kind.kind}. ${describeState(session)}`,
        session.flush(),
      );
    },
  };
}

async function open(openMessage: Extract<ToPage, { type: 'open' }>): Promise<() => Promise<void>> {
  const drops = createRandom(openMessage.seed + 1);
  const dropsResponses = ({ method, path }: { method: string; path: string }) =>
    method !== 'GET' && !path.startsWith('/desk/session') && drops.bool(DROP_SHARE);
  // A host that is killed before it lets the page in is missed by nobody: this page is killed with it.
  await retry('The app', () => emulatePage(openMessage.link, { dropsResponses }));
  const random = createRandom(openMessage.seed);
  const connectionId = await retry('A connection', () => connect(openMessage.target));
  notifyRig({ type: 'connection', connectionId });
  const api = apiFor(connectionId);
  const projectId = openMessage.projectId ?? (await retry('A project', () => makeProject(api)));
  notifyRig({ type: 'project', projectId });
  const desks = await Promise.all([
    retry('The timeline', () =>
      openDesk(
        timelineKind,
        { connectionId, projectId },
        ofAll(timelineFields),
        openMessage.created,
        timelineFields(openMessage.window),
      ),
    ),
    retry('The storyboard', () =>
      openDesk(
        storyboardKind,
        { connectionId, projectId },
        ofAll(storyboardFields),
        openMessage.created,
        storyboardFields(openMessage.window),
      ),
    ),
  ]);
  notifyRig({ type: 'shows', counts: Object.assign({}, ...desks.map((desk) => desk.counts())) });

  act = () => {
    const { requested: wanted } = shift;
    if (shift.isOpen || wanted === null) return;
    shift.isOpen = true;
    for (const desk of desks) {
      const loop = async () => {
        await desk.shows(wanted);
        while (shift.isOpen) {
          await desk.edit(random);
          await pause(random.between(0, 12));
        }
      };
      const task = loop().finally(() => acting.delete(task));
      acting.add(task);
    }
  };
  act();

  return async () => {
    shift.isOpen = false;
    shift.requested = null;
    await Promise.all(acting);
    await Promise.all(desks.map((desk) => retry('What was edited', () => desk.save())));
  };
}

/** A person tries again what could not be done while host or service were starting. @param sentence what is wanted. */
function retry<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  let tries = 0;
  let failure = 'nothing was wrong';
  const untilDone = async (): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        tries += 1;
        failure = String(error);
        await pause(50);
      }
    }
  };
  return named(() => `${sentence} is tried again for the ${tries}th time: ${failure}.`, untilDone());
}

async function makeProject(api: ApiClient): Promise<string> {
  const { id, version } = await api(endpoints.projects.create, { body: { name: 'Film' } });
  const params = { project_id: id };
  const created = await api(endpoints.timelines.replace, {
    params,
    body: { document: startTimeline, expectedVersion: version },
  });
  await api(endpoints.storyboards.replace, {
    params,
    body: { document: startStoryboard, expectedVersion: created.version, mode: 'replace' },
  });
  return id;
}

let act = (): void => undefined;
let drain: Promise<() => Promise<void>> | null = null;

process.on('message', (message: ToPage) => {
  const failed = (error: unknown) => notifyRig({ type: 'problem', message: String(error) });
  switch (message.type) {
    case 'open':
      drain = open(message);
      drain.catch(failed);
      break;
    case 'drain':
      drain?.then((all) => all()).then(() => notifyRig({ type: 'drained' }), failed);
      break;
    case 'go-on':
      shift.requested = message.counts;
      act();
      break;
    default:
      break;
  }
});
reportWaits();
// Without the rig there is nobody to act for.
process.on('disconnect', () => process.exit(0));
