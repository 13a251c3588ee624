import { READERS, readersIn, type Reader } from './readers.ts';

/**
 * Where bytes become values without `shared/reading`, and why that is right. Everything else that reads an answer, a
 * request, a file or text from elsewhere goes through the reading modules, which have limits on bytes, depth and counts.
 */

interface Allowed {
  reads: Partial<Record<Reader, number>>;
  reason: string;
}

const CHECKED = 'an answer that `electron/core/api/read-response.ts` has let through within its limits';
const ROWS = 'rows of the own database, written by the same program after they were checked';
const LOCAL_FILE = 'a small file that the same program wrote into its data folder';
const PROGRAM = 'a file that comes with the program';
const SAVED = 'bytes that the browser hands on to be saved, and nobody looks into';
const COPIES = 'copies of documents that were checked before they were stored, below the data folder';

export const ALLOWED: Record<string, Allowed> = {
  'shared/reading/parse-json.ts': { reads: { parse: 1 }, reason: 'the reading module itself' },
  'shared/reading/long-integers.ts': { reads: { parse: 2 }, reason: 'a part of the reading module' },
  'shared/reading/decode-text.ts': {
    reads: { body: 1 },
    reason: 'the reading module itself, which looks at the size first',
  },
  'shared/reading/parse-in-slices.ts': { reads: { parse: 2 }, reason: 'the reading module itself' },
  'service/http/read-body.ts': {
    reads: { body: 1 },
    reason:
      'a body whose announced length is small, which the HTTP parser enforces; its bytes go to the reading module',
  },

  'service/nodes/ai/library/library-fetch.ts': {
    reads: { parse: 1, body: 2 },
    reason:
      'answers that were read within limits on bytes, rate and silence before they were given a shape again; one of them is parsed as the row that it was stored in',
  },

  'service/nodes/ai/library/compatible-transcription.ts': {
    reads: { body: 1 },
    reason:
      'an answer that was read within limits before it was given a shape again; its text goes to the reading module',
  },

  'service/cli/flags.ts': {
    reads: { parse: 1, file: 1 },
    reason: 'a file that the operator names when starting',
  },
  'service/backup/backup-folder.ts': {
    reads: { file: 1 },
    reason: 'its size is compared with the limit before; JSON goes to the reading module',
  },
  'service/backup/restore-backup.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'electron/core/administration/administration-client.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'service/cli/providers-command.ts': { reads: { file: 1 }, reason: 'the standard input of the operator' },
  'service/docs/interactive.ts': { reads: { file: 1 }, reason: PROGRAM },
  'renderer/starters/begin-from.ts': { reads: { body: 1 }, reason: PROGRAM },
  'service/samples/sample-project.ts': { reads: { file: 1 }, reason: PROGRAM },
  'service/samples/sample-templates.ts': { reads: { file: 1 }, reason: PROGRAM },
  'service/app/log.ts': { reads: { parse: 1 }, reason: 'a line that the same process has just written' },
  'service/documents/document-responses.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/graphs/rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/projects/rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/runs/run-detail.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/templates/progress.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/templates/management-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/templates/rows.ts': { reads: { parse: 5 }, reason: ROWS },
  'service/templates/run-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/engine/run-event-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/engine/run-node-rows.ts': { reads: { parse: 2 }, reason: ROWS },
  'service/engine/run-rows.ts': { reads: { parse: 7 }, reason: ROWS },
  'service/signing/cursor.ts': {
    reads: { parse: 1 },
    reason: 'a short text whose signature was checked before',
  },
  'service/accounts/key-rows.ts': { reads: { parse: 3 }, reason: ROWS },
  'service/engine/node-cache-rows.ts': { reads: { parse: 2 }, reason: ROWS },
  'service/work-queue/notices.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/work-queue/remote-task.ts': { reads: { parse: 2 }, reason: ROWS },
  'service/graphs/undo-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/team/register-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/team/register-outputs.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/team/change-registers.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/project-documents/rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'service/engine/child-execution.ts': {
    reads: { file: 1 },
    reason: 'a file of a task, whose size is compared with the limit of the node before',
  },
  'service/nodes/folder-execution.ts': {
    reads: { file: 2 },
    reason: 'a file of a task, whose size is compared with the limit of the node before',
  },
  'service/nodes/audio/sounds.ts': {
    reads: { file: 1 },
    reason: 'what ffmpeg wrote, whose size is looked at before; its samples are read within their limit',
  },
  'service/nodes/media/ffmpeg.ts': {
    reads: { file: 1 },
    reason: 'what ffmpeg wrote, within its limit of output',
  },
  'service/otio/bundle-reader.ts': {
    reads: { file: 1 },
    reason: 'its size is compared with the limit before',
  },
  'service/otio/otio-worker.ts': {
    reads: { parse: 1 },
    reason: 'a document that the service has checked, and hands to its thread',
  },
  'service/storage/blob-store-suite.ts': { reads: { file: 1 }, reason: 'tests of a blob store' },
  'service/storage/data-directory.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'service/storage/marks-file.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'service/storage/media-location.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'service/storage/move-media.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'service/storage/restore-database.ts': { reads: { parse: 1, file: 1 }, reason: LOCAL_FILE },
  'service/storage/sealed.ts': { reads: { file: 2 }, reason: LOCAL_FILE },
  'service/storage/suspect-database.ts': { reads: { file: 1 }, reason: LOCAL_FILE },

  'native/child/program.ts': { reads: { parse: 1 }, reason: 'messages of the parent, which started it' },
  'native/pool/processes.ts': { reads: { file: 3 }, reason: 'what the system says of a process' },

  'renderer/masks/raster/png.ts': {
    reads: { body: 1 },
    reason: 'bytes that the same module has just compressed',
  },
  'renderer/masks/page/mask-draft.ts': {
    reads: { body: 1 },
    reason: 'a picture that the same page has just made',
  },
  'renderer/desk/diagnostics.ts': { reads: { body: 1 }, reason: SAVED },
  'renderer/interchange/export-places.ts': {
    reads: { parse: 1 },
    reason: 'a timeline that this app has just written',
  },
  'renderer/interchange/export-formats.ts': {
    reads: { parse: 1 },
    reason: 'the text that the same module has just written',
  },
  'renderer/model/file-hash.ts': {
    reads: { body: 1 },
    reason: 'bytes that are hashed and not read; their number is compared with the limit before',
  },
  'renderer/interchange/foreign-cuts.ts': {
    reads: { body: 1 },
    reason: 'a file that the person chose; its size is compared with the limit before',
  },
  'renderer/desk/opened-file.ts': { reads: { body: 1 }, reason: SAVED },
  'renderer/uploads/web-picture.ts': {
    reads: { body: 1 },
    reason: 'a picture that the desktop process has read within its limits, to be uploaded as it is',
  },
  'renderer/interchange/otio-requests.ts': { reads: { body: 1 }, reason: SAVED },
  'renderer/project-files/use-transfer.ts': { reads: { body: 1 }, reason: SAVED },
  'renderer/projects/export-projects.ts': { reads: { body: 1 }, reason: SAVED },
  'renderer/desk/media.ts': { reads: { parse: 1 }, reason: 'text that the same function made' },
  'renderer/editor/scene/remembered-view.ts': {
    reads: { parse: 1 },
    reason: 'text of the own window, by its schema',
  },
  'renderer/saved-settings/read-settings.ts': {
    reads: { body: 1 },
    reason: 'a slice of a file at a given place; what lies there goes to the reading module',
  },
  'renderer/player/composer/open-animation.ts': {
    reads: { body: 2 },
    reason:
      'a picture whose announced length is within its limit, walked through by the lengths that it says',
  },
  'renderer/player/composer/open-medium.ts': {
    reads: { body: 3 },
    reason:
      'a picture whose announced length is within its limit, for the decoder of the browser, and its first bytes; four kilobytes of an MP3, and the description of tracks of other containers',
  },
  'renderer/uploads/unreadable-format.ts': {
    reads: { body: 1 },
    reason: 'descriptions of tracks, within the limits of their reader',
  },
  'renderer/uploads/local-preview.ts': {
    reads: { body: 1 },
    reason: 'headers of a picture, within the limits of their reader',
  },
  'renderer/uploads/dropped-files.ts': { reads: { body: 1 }, reason: 'the first byte of a file' },

  'electron/core/response-cache/json-of.ts': { reads: { parse: 1 }, reason: CHECKED },
  'electron/core/proxy/proxy.ts': { reads: { body: 1 }, reason: CHECKED },
  'electron/core/proxy/observe.ts': { reads: { parse: 1 }, reason: CHECKED },
  'electron/core/diagnostics/bundle.ts': { reads: { parse: 1, file: 1 }, reason: 'the own journal' },
  'electron/core/response-cache/document-cache.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/diagnostics/log-tail.ts': { reads: { parse: 1 }, reason: 'lines of the own log' },
  'electron/core/hosting/page-files.ts': { reads: { file: 1 }, reason: PROGRAM },
  'electron/core/hosting/rendezvous.ts': { reads: { parse: 1, file: 1 }, reason: LOCAL_FILE },
  'electron/core/journal/open-journal.ts': { reads: { file: 1 }, reason: 'the own journal' },
  'electron/core/journal/journal-file.ts': { reads: { parse: 1 }, reason: 'the own journal, by its schema' },
  'electron/core/journal/old-histories.ts': { reads: { file: 1 }, reason: 'the own journal' },
  'electron/core/media/media-token.ts': { reads: { file: 1 }, reason: LOCAL_FILE },
  'electron/core/project-files/rollback-import.ts': { reads: { parse: 1, file: 1 }, reason: LOCAL_FILE },
  'electron/core/recovery/service-restored.ts': { reads: { parse: 1, file: 1 }, reason: LOCAL_FILE },
  'electron/core/storage/atomic-file.ts': { reads: { parse: 1, file: 1 }, reason: LOCAL_FILE },
  'renderer/desk/batch-results.ts': { reads: { body: 1 }, reason: SAVED },
  'electron/core/agents/proposal-store.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/chat/chat-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/agents/output-tools.ts': {
    reads: { body: 1 },
    reason: 'a small picture that the core has made itself, read as bytes',
  },
  'electron/core/drafts/draft-store.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/drafts/undo-store.ts': { reads: { parse: 2 }, reason: ROWS },
  'electron/core/batches/batch-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/batches/batch-store.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/batches/item-rows.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/uploads/upload-store.ts': { reads: { parse: 1 }, reason: ROWS },
  'electron/core/files/file-mentions.ts': { reads: { file: 2 }, reason: COPIES },
  'electron/core/versions/document-files.ts': { reads: { file: 1 }, reason: COPIES },
  'electron/core/versions/document-text.ts': { reads: { parse: 1 }, reason: COPIES },
  'electron/core/versions/project-details.ts': { reads: { parse: 3 }, reason: ROWS },
};

/** Whether this rule looks at a file: a source of the product, no test and nothing that only tests use. */
export function isCheckedForBytes(path: string): boolean {
  return (
    /^(?:shared|service|native|renderer|electron)\/.*(?<!\.d)\.tsx?$/.test(path) &&
    !/\.(?:test|rig|acceptance)\.tsx?$|\/testing\/|^service\/(?:acceptance|fuzz)\//.test(path)
  );
}

/** What is wrong with one source, one text each: reads without a reason, and reasons for what is gone. */
export function byteProblems(path: string, source: string): string[] {
  const found = readersIn(path, source);
  const allowed = ALLOWED[path]?.reads ?? {};
  return READERS.flatMap((reader) => {
    const lines = found[reader] ?? [];
    const count = allowed[reader] ?? 0;
    if (lines.length > count)
      return [
        `${path}:${lines.at(-1)} reads bytes from elsewhere (${READER_LABELS[reader]}; ${lines.length} in this file, ${count} with a reason). ` +
          'What to do: read it with parseJson, readJson or readText of #shared/reading, or say in build/walls/foreign-bytes.ts why that is not needed.',
      ];
    if (lines.length < count)
      return [
        `${path}:1 has ${lines.length} of ${count} reads that build/walls/foreign-bytes.ts gives a reason for (${READER_LABELS[reader]}). What to do: take the others out there.`,
      ];
    return [];
  });
}

const READER_LABELS: Readonly<Record<Reader, string>> = {
  parse: '`JSON.parse`',
  body: 'the body of an answer or of a file',
  file: '`readFile`',
};
