import { dirname } from 'node:path';
import { ZipFile } from 'yazl';
import { openProjectFile } from '#core/project-files/archive.ts';
import { DeskError } from '#core/desk-error.ts';
import { groupLibrary } from '#core/group-library/group-library.ts';
import { readJournalText } from '#core/journal/journal-file.ts';
import { settingsStore } from '#core/settings/settings-store.ts';
import { snippetStore } from '#core/snippets/snippet-store.ts';
import { openReservedNotes } from '#core/storage/reserved-notes.ts';
import { readDocumentText } from '#core/versions/document-text.ts';
import { decodeTable } from '#renderer/batches/decode-table.ts';
import { readTable } from '#renderer/batches/read-table.ts';
import { inspectCut, readCut } from '#renderer/interchange/read-cut.ts';
import { packFolder } from '#renderer/interchange/pack-folder.ts';
import { readTypedJson } from '#renderer/model/read-json.ts';
import { readFields } from '#service/nodes/ai/data-fields.ts';
import { readSoundHead, readVideoHead } from '#service/nodes/ai/media-head.ts';
import { readPictureHead } from '#service/nodes/ai/picture-head.ts';
import { NodeFailure } from '#service/nodes/definition.ts';
import { parseWav } from '#service/nodes/audio/wav.ts';
import { openOtioUpload } from '#service/otio/bundle-reader.ts';
import { Problem } from '#service/problems/problem.ts';
import { readPinNotes } from '#shared/graph/pin-roles.ts';
import { otioToTimeline, TimelineFileRefused } from '#shared/otio/index.ts';
import { readSourceType } from '#shared/provenance/source-types.ts';
import { decodeText, decodeTextAs } from '#shared/reading/index.ts';
import { readSettings } from '#shared/saved-settings/settings.ts';
import { readCaptions } from '#shared/timeline/read-captions.ts';
import { mediaRows } from './media-rows.ts';
import { savedRows } from './saved-rows.ts';
import { dataFile, onDisk, bytesOf, type Outcome, type ReaderRow } from './reader-row.ts';
import { GROUP_FILE, LIBRARY, OTIO, SETTINGS_FILE, SNIPPETS_FILE, TEXTS, XML } from './smallest.ts';

/** @param isOurs whether an error has a message that was written for people. */
async function refusing(work: () => unknown, isOurs: (error: unknown) => error is Error): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (isOurs(error)) return { problem: error.message };
    throw error;
  }
}

const isTimelineRejection = (error: unknown): error is Error => error instanceof TimelineFileRefused;
const isDeskError = (error: unknown): error is Error => error instanceof DeskError;
const isNodeFailure = (error: unknown): error is Error => error instanceof NodeFailure;

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

const cut = (filename: string, smallest: Uint8Array): ReaderRow => ({
  smallest,
  async read(bytes) {
    const inspected = await inspectCut({ bytes: Uint8Array.from(bytes), filename });
    if (!inspected.ok) return inspected;
    const read = await readCut({ bytes: Uint8Array.from(bytes), filename });
    if (!read.ok) return read;
    // What one reader lets through the next has to take.
    return refusing(() => otioToTimeline(read.otio, () => ({ missing: 'missing' })), isTimelineRejection);
  },
});

const table = (text: string): ReaderRow => ({
  smallest: bytesOf(text),
  async read(bytes) {
    const decoded = await decodeTable(new Blob([Uint8Array.from(bytes)]));
    if (!decoded.ok) return { problem: decoded.error };
    const read = await readTable(decoded.text);
    return read.ok ? { answer: read.table } : { problem: read.error };
  },
});

const captions = (text: string): ReaderRow => ({
  smallest: bytesOf(text),
  async read(bytes) {
    const decoded = await decodeText(bytes, { kind: 'captions' });
    if (!decoded.ok) return decoded;
    const read = readCaptions(decoded.text);
    return read.ok ? { answer: read.captions } : read;
  },
});

async function packed(members: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(members)) {
    zip.addBuffer(Buffer.from(text), name, { mtime: new Date(0) });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const isUploadRejection = (error: unknown): error is Error =>
  error instanceof TimelineFileRefused || error instanceof Problem;

/** An upload of OpenTimelineIO, bare or packed. */
const otioUpload = (smallest: ReaderRow['smallest']): ReaderRow => ({
  smallest,
  read: (bytes) => onDisk(bytes, 'upload', readUpload),
});

const readUpload = (path: string): Promise<Outcome> =>
  refusing(async () => {
    const upload = await openOtioUpload(path);
    upload.close();
    return otioToTimeline(upload.root, () => ({ missing: 'missing' }));
  }, isUploadRejection);

/** Every reader of bytes that come from elsewhere or may be damaged; a new one is a line. */
export const READERS: Readonly<Record<string, ReaderRow>> = {
  ...savedRows,
  ...mediaRows,
  otio: {
    smallest: bytesOf(OTIO),
    read: (bytes) => {
      const decoded = decodeTextAs(bytes, { kind: 'a timeline' }, 'utf-8');
      if (!decoded.ok) return decoded;
      return refusing(
        () => otioToTimeline(decoded.text, () => ({ missing: 'missing' })),
        isTimelineRejection,
      );
    },
  },
  'otio, uploaded': otioUpload(bytesOf(OTIO)),
  otioz: otioUpload(() => packed({ 'content.otio': OTIO, 'version.txt': '1.0.0' })),
  otiod: {
    smallest: bytesOf(OTIO),
    read: (bytes) =>
      refusing(async () => {
        const file = new File([Uint8Array.from(bytes)], 'content.otio');
        const folder = { name: 'a.otiod', size: bytes.length, files: [{ path: 'content.otio', file }] };
        const zip = await packFolder(folder, {
          onProgress: () => undefined,
          signal: new AbortController().signal,
        });
        return onDisk(new Uint8Array(await zip.arrayBuffer()), 'upload', readUpload);
      }, isTimelineRejection).then((outcome) =>
        'answer' in outcome ? (outcome.answer as Outcome) : outcome,
      ),
  },
  edl: cut('cut.edl', bytesOf(TEXTS.edl)),
  'fcp xml': cut('cut.xml', bytesOf(XML('UTF-8'))),
  'fcp xml in ISO-8859-2': cut('cut.xml', Buffer.from(XML('ISO-8859-2'), 'latin1')),
  'fcp xml in UTF-16': cut('cut.xml', utf16(XML('UTF-16'))),
  csv: table('a,"b"\r\n1,"x\ny"\r\n'),
  tsv: table('sep=\t\na\tb\n1\t2\n'),
  srt: captions(TEXTS.srt),
  vtt: captions(TEXTS.vtt),
  'project file': {
    smallest: () => packed(LIBRARY),
    read: (bytes) =>
      onDisk(bytes, 'a.patchbay', (path) =>
        refusing(async () => {
          const file = await openProjectFile(path);
          file.close();
          return file.graph;
        }, isDeskError),
      ),
  },
  'journal lines': {
    smallest: bytesOf(TEXTS.journal),
    read: (bytes) => ({ answer: readJournalText(new TextDecoder().decode(bytes)) }),
  },
  'earlier version': {
    smallest: bytesOf(TEXTS.version),
    read: (bytes) => ({ answer: readDocumentText(new TextDecoder().decode(bytes)) }),
  },
  'settings inside an output': {
    smallest: bytesOf(TEXTS.savedSettings),
    read(bytes) {
      const read = readSettings(bytes, true);
      return read.found === 'problem' ? { problem: read.problem } : { answer: read };
    },
  },
  'typed JSON': {
    smallest: bytesOf('{"a":[1,"b",null,true,-2.5e3]}'),
    read(bytes) {
      const read = readTypedJson(new TextDecoder().decode(bytes));
      return read.ok ? { answer: read.value } : { problem: read.problem.message };
    },
  },
  settings: dataFile('settings.json', SETTINGS_FILE, async (path) => {
    const store = settingsStore(
      path,
      () => 0,
      () => undefined,
    );
    await store.load();
    return store.get();
  }),
  snippets: dataFile('snippets.json', SNIPPETS_FILE, async (path) => {
    const store = snippetStore(
      path,
      () => 0,
      () => undefined,
    );
    await store.load();
    return store.list();
  }),
  'group of the library': dataFile('group_a.json', GROUP_FILE, async (path) => {
    const library = groupLibrary(
      dirname(path),
      () => 0,
      () => undefined,
    );
    await library.load();
    return library.list();
  }),
  'reserved notes': dataFile('reserved-notes', TEXTS.notes, async (path) =>
    openReservedNotes(path).idsOf('a'),
  ),
  wav: {
    smallest: Buffer.from(TEXTS.wav, 'hex'),
    read: (bytes) => refusing(() => parseWav(bytes, 'The sound'), isNodeFailure),
  },
  'head of a picture': {
    smallest: Buffer.from('89504e470d0a1a0a0000000d4948445200000002000000020802000000', 'hex'),
    read: (bytes) => ({ answer: readPictureHead(bytes) }),
  },
  'head of a sound': {
    smallest: Buffer.from('524946460400000057415645', 'hex'),
    read: (bytes) => ({ answer: readSoundHead(bytes) }),
  },
  'head of a video': {
    smallest: Buffer.from('00000010667479706d70343200000000', 'hex'),
    read: (bytes) => ({ answer: readVideoHead(bytes) }),
  },
  'declared fields of data': {
    smallest: bytesOf('title: text (in a line)\nmood: one of calm, loud'),
    read: (bytes) => refusing(() => readFields(new TextDecoder().decode(bytes)), isNodeFailure),
  },
  'notes of a pin': {
    smallest: bytesOf('0..1; role point.x share; added'),
    read: (bytes) => ({ answer: readPinNotes(new TextDecoder().decode(bytes)) }),
  },
  'source type of a file': {
    smallest: bytesOf('http://cv.iptc.org/newscodes/digitalsourcetype/digitalArt'),
    read: (bytes) => ({ answer: readSourceType(new TextDecoder().decode(bytes)) }),
  },
};
