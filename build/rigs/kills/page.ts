import { createHash, randomBytes } from 'node:crypto';
import { ApiError, endpoints, isTerminalRunStatus, type ApiClient } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import type { EditorPorts } from '#renderer/editor/ports.ts';
import { createDeskPorts } from '#renderer/editor/session/desk-ports.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { createRunStore, type RunStore } from '#renderer/runs/run-store.ts';
import { createRandom, type Random } from '../random.ts';
import { openHeadlessEditor, type HeadlessEditor } from '#renderer/editor/testing/headless-editor.ts';
import { emulatePage } from '../page-side.ts';
import { connect } from './service-target.ts';
import { named, reportWaits } from './waits.ts';
import { renderedFromService, screenOf } from '../painted-run.ts';
import { editOf, fields, nextCounts, startGraph, undoDifferences } from './fields.ts';
import type { FromPage, ToPage } from './messages.ts';

/**
 * A page without a browser, as a process that can be killed: it edits, uploads, runs and creates projects without pause,
 * and tells the rig what the app promised it.
 */

/** Saving comes around more often than for a person, so that kills meet it. */
const FASTER = 4;
/** Milliseconds for what is read anew after the last kill. */
const PAINT_TIMEOUT_MS = 20_000;
const clock: TimerClock = {
  clock: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms / FASTER);
    return () => clearTimeout(timer);
  },
};

const notifyRig = (message: FromPage) => void process.send?.(message);
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** While it is open, new things are made. */
const shift = { isOpen: true };
const acting = new Set<Promise<void>>();

async function open(openMessage: Extract<ToPage, { type: 'open' }>): Promise<() => Promise<void>> {
  const random = createRandom(openMessage.seed);
  const faults = createRandom(openMessage.seed + 1);
  // The channel of the journal is cut now and then as well, before a message and after it.
  const fault = () => (faults.bool(0.95) ? 'none' : faults.pick(['lost', 'unanswered', 'twice'] as const));
  // A host that is killed before it lets the page in is missed by nobody: this page is killed with it.
  await retryOpen('The app', () => emulatePage(openMessage.link, { fault }));
  const connectionId = await retryOpen('A connection', () => connect(openMessage.target));
  notifyRig({ type: 'connection', connectionId });
  const api = apiFor(connectionId);
  const projectId = openMessage.projectId ?? (await retryOpen('A project', () => makeProject(api)));
  notifyRig({ type: 'project', projectId });
  const project = { connectionId, projectId, api };
  const editor = await retryOpen('A graph', () => openHeadlessEditor({ ...project, clock }));
  const ports = createDeskPorts(project);
  const runs = createRunStore({
    connectionId,
    projectId,
    api,
    desk: callDesk,
    wait: (attempt) => pause(50 * Math.min(attempt, 6)).then(() => undefined),
  });

  async function run(): Promise<void> {
    const token = crypto.randomUUID();
    notifyRig({ type: 'clicked-run', token });
    const { runId } = await runs.start({
      graph: {
        nodes: [
          { id: 'words', type: 'input/text', inputs: { value: { type: 'string', value: token } } },
          {
            id: 'delay',
            type: 'control/delay',
            inputs: { seconds: { type: 'number', value: random.between(0, 40) / 100 } },
          },
          { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Words' } } },
        ],
        connections: [
          { from: ['words', 'text'], to: ['delay', 'value'] },
          { from: ['delay', 'value'], to: ['out', 'value'] },
        ],
      },
    });
    notifyRig({ type: 'run-accepted', token, runId });
  }
  async function create(): Promise<void> {
    const name = crypto.randomUUID();
    notifyRig({ type: 'clicked-create', name });
    await api(endpoints.projects.create, { body: { name }, idempotencyKey: crypto.randomUUID() });
    notifyRig({ type: 'created', name });
  }

  for (const field of undoDifferences(editor.store)) {
    notifyRig({ type: 'problem', message: `The last step of ${field} to undo is not the last edit of it.` });
  }
  const counts = nextCounts(editor.store.getGraph(), openMessage.counts);
  /** Each thing again and again; a failure is the app's word that it did not happen, and no reason to stop. */
  const keepDoing = (action: () => Promise<void>, most: number) => {
    const loop = async () => {
      while (shift.isOpen) {
        await action().catch(() => pause(20));
        await pause(random.between(0, most));
      }
    };
    const task = loop().finally(() => acting.delete(task));
    acting.add(task);
  };
  const act = () => {
    shift.isOpen = true;
    keepDoing(async () => {
      const field = random.pick(fields);
      if (!field.startsWith('text:') || random.bool(0.4)) return edit(editor, field, counts);
      // As a number that is dragged: journaled bit by bit, and one step when it is let go of, or killed.
      editor.store.mark('drag');
      for (let left = random.between(1, 5); left > 0; left -= 1) await edit(editor, field, counts);
      editor.store.release();
    }, 12);
    keepDoing(() => upload(ports, random), 500);
    keepDoing(run, 500);
    keepDoing(create, 500);
  };
  act();
  goOn = act;

  return () => waitForIdle({ connectionId, api, editor, ports, runs });
}

async function upload(ports: EditorPorts, random: Random): Promise<void> {
  const size = random.bool(0.04) ? 9_000_000 : random.between(1, 400_000);
  const bytes = randomBytes(size);
  const filename = `${crypto.randomUUID()}.bin`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  notifyRig({ type: 'upload', filename, sha256 });
  const file = new File([bytes], filename);
  const target = { uploadId: `upload_${crypto.randomUUID()}`, nodeId: 'a', input: 'file' };
  await ports.startUpload(file, target, new AbortController().signal);
  notifyRig({ type: 'received', filename, sha256 });
}

/** What a page works on. */
interface OpenPage {
  connectionId: string;
  api: ApiClient;
  editor: HeadlessEditor;
  ports: EditorPorts;
  runs: RunStore;
}

/** Nothing new is begun, and everything under way comes to its end. */
async function waitForIdle(page: OpenPage): Promise<void> {
  const { connectionId, api, editor, ports, runs } = page;
  shift.isOpen = false;
  await Promise.all(acting);
  const status = () => `The graph is to be saved, and is ${editor.driver.status.kind}.`;
  await until(status, () => editor.driver.status.kind === 'saved');
  await until('Uploads are to come to their end.', () => areUploadsOver(ports));
  await until('Runs are to come to their end.', () => areRunsOver(connectionId, api, runs));
  for (const runId of Object.keys(runs.store.getState().runs)) await checkRendered(api, runs, runId);
}

/** Tries again what a person would press "Try again" for. */
async function areUploadsOver(ports: EditorPorts): Promise<boolean> {
  const { uploads } = await callDesk('listUploads', {});
  for (const { id, state, retryable } of uploads) {
    if (state === 'failed' && retryable) await ports.retryUpload(id);
  }
  return uploads.every(
    ({ state, retryable }) => state === 'done' || state === 'canceled' || (state === 'failed' && !retryable),
  );
}

async function areRunsOver(connectionId: string, api: ApiClient, runs: RunStore): Promise<boolean> {
  const { runs: records } = await callDesk('listRuns', { query: { connectionId } });
  const tracked = Object.values(runs.store.getState().runs);
  if (!tracked.every(({ status }) => isTerminalRunStatus(status))) return false;
  for (const { runId, status } of records) {
    if (isTerminalRunStatus(status)) continue;
    const current = await api(endpoints.runs.get, { params: { run_id: runId } });
    if (!isTerminalRunStatus(current.status)) return false;
  }
  return true;
}

/** A run that was followed through all of it is on screen as if nothing had been killed. */
async function checkRendered(api: ApiClient, runs: RunStore, runId: string): Promise<void> {
  const rendered = () => screenOf(runs.store.getState().runs[runId]!);
  let expected = '';
  const isExact = async () => {
    expected = screenOf(await renderedFromService(api, runId));
    return rendered() === expected;
  };
  await Promise.race([until('A run is to be painted as it is.', isExact), pause(PAINT_TIMEOUT_MS)]);
  if (rendered() !== expected)
    notifyRig({ type: 'problem', message: `A run is painted as ${rendered()}, and is ${expected}.` });
}

/** A person opens a page again that could not be opened while host or service were starting. @param sentence what is opened. */
function retryOpen<T>(sentence: string, open: () => Promise<T>): Promise<T> {
  let failure = 'nothing was wrong';
  const untilOpen = async (): Promise<T> => {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        failure = String(error);
        await pause(200);
      }
    }
  };
  return named(() => `${sentence} is to be opened: ${failure}.`, untilOpen());
}

async function makeProject(api: ApiClient): Promise<string> {
  const { id } = await api(endpoints.projects.create, { body: { name: 'Edited' } });
  await api(endpoints.projects.replaceDocument, {
    params: { project_id: id },
    body: { expectedVersion: 1, document: { graph: startGraph } },
  });
  return id;
}

let goOn = (): void => undefined;

async function edit(editor: HeadlessEditor, field: string, counts: Map<string, number>): Promise<void> {
  const count = counts.get(field) ?? 1;
  const applied = editor.store.applyEdit('edit', editOf(field, count));
  if (!applied.ok) {
    notifyRig({
      type: 'problem',
      message: `Edit ${count} of ${field} does not fit: ${applied.rejection.reason}`,
    });
    return;
  }
  counts.set(field, count + 1);
  notifyRig({ type: 'edited', field, count });
  await until(`Edit ${count} of ${field} is to be in the journal.`, () => editor.isJournaled());
  notifyRig({ type: 'journaled', field, count });
}

/** Asked again and again; what cannot be answered now is not so yet. @param sentence what is awaited, a sentence. */
function until(
  sentence: string | (() => string),
  isFulfilled: () => boolean | Promise<boolean>,
): Promise<void> {
  const fulfilled = async (): Promise<void> => {
    while (!(await Promise.resolve(isFulfilled()).catch(() => false))) await pause(10);
  };
  return named(sentence, fulfilled());
}

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
      goOn();
      break;
    default:
      break;
  }
});
reportWaits();
// Without the rig there is nobody to act for.
process.on('disconnect', () => process.exit(0));
