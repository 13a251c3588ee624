import {
  formatNote,
  mediaKindOf,
  readDrop,
  unreadableFormat,
  uploadRejection,
} from '#renderer/uploads/index.ts';
import { addUpload, addUploads } from '../../node/add-upload.ts';
import { FileRecord } from '#shared/desk/index.ts';
import { DEFAULT_LIMITS, parseJson } from '#shared/reading/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { DRAG_FILE, sendIntent } from '#renderer/desk/index.ts';
import { offerSettings, readSettingsOf } from '#renderer/saved-settings/index.ts';
import { words } from '#renderer/words/index.ts';
import type { XY } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { toClip } from '../../model/clip.ts';
import { valueFor } from '../../model/editing.ts';
import { fileIdsIn, listOfFiles } from '../../model/file-lists.ts';
import { HEADER, NODE_WIDTH, PREVIEW } from '../../scene/node-layout.ts';
import { insertNodeOnWire, cornerUnder, wireUnder } from '../../session/insert-node.ts';
import { addNodeAt, freePosition, positionInView } from '../../session/place-node.ts';
import { readDroppedText } from './dropped-text.ts';

const t = words.editorCanvas.drops;

/** What the palette puts on a drag. */
export const DRAG_NODE_TYPE = 'application/x-patchbay-node-type';

const NODE_HEIGHT = HEADER + PREVIEW + 76;
/** Between nodes of files that arrive together. Canvas units. */
const COLUMN_GAP = 40;
const ROW_GAP = 24;
/** More files than these become one list: nobody plugs in thirty nodes. */
const MAX_SEPARATE = 8;

/** Those of dropped files that can be uploaded, the words of those that are texts, and what there is to say of them. */
async function readFiles(
  files: readonly File[],
  problems: readonly string[],
  acceptsText: boolean,
): Promise<{ messages: string[]; good: File[]; texts: Map<File, string>; table: File | null }> {
  const messages = [...problems];
  const good: File[] = [];
  const texts = new Map<File, string>();
  let table: File | null = null;
  for (const file of files) {
    const problem = await uploadRejection(file);
    if (problem !== null) {
      messages.push(problem);
      continue;
    }
    good.push(file);
    // It is there all the same, for nodes that take any file.
    const note = (await unreadableFormat(file)) ?? (await formatNote(file));
    if (note !== null) messages.push(note);
    const read = acceptsText ? await readDroppedText(file) : null;
    if (!read) continue;
    if (read.text !== null) texts.set(file, read.text);
    if (read.note !== null) messages.push(read.note);
    if (read.isTable) table ??= file;
  }
  return { messages, good, texts, table };
}

/**
 * Makes an input node for each file in a tidy column that covers no node, previews at once, and starts the uploads; the words
 * of a text file become those of a Text node.
 * Many become one node that holds them as a list, unless they are to be separate.
 * @param at where the header of the first would best be, in canvas units; null where nobody pointed anywhere.
 */
export async function addFiles(
  session: EditorSession,
  files: readonly File[],
  at: XY | null,
  problems: readonly string[] = [],
  { acceptsText = true, isSeparate = false }: { acceptsText?: boolean; isSeparate?: boolean } = {},
): Promise<void> {
  const { messages, good, texts, table } = await readFiles(files, problems, acceptsText);
  const { connectionId, projectId } = session.ports;
  if (messages.length > 0) {
    session.ui.notify(
      messages.slice(0, 3).join(' '),
      table === null
        ? undefined
        : {
            label: words.textFiles.runRows,
            run: () => sendIntent({ kind: 'run-rows', connectionId, projectId, table }),
          },
    );
  }
  if (good.length === 0) return;
  if (!isSeparate && good.length > MAX_SEPARATE && (await addAsList(session, good, at))) return;
  const rows = Math.min(good.length, Math.max(4, Math.ceil(Math.sqrt(good.length))));
  const columns = Math.ceil(good.length / rows);
  const size = {
    width: columns * (NODE_WIDTH + COLUMN_GAP) - COLUMN_GAP,
    height: rows * (NODE_HEIGHT + ROW_GAP) - ROW_GAP,
  };
  const corner = at === null ? positionInView(session, size) : freePosition(session, size, cornerUnder(at));
  const ids: string[] = [];
  session.store.mark(good.length === 1 ? t.addName(good[0]?.name ?? t.file) : t.addFiles(good.length));
  for (const [index, file] of good.entries()) {
    const kind = mediaKindOf(file);
    const text = texts.get(file);
    const id = session.addNode(
      text === undefined ? `input/${kind}` : 'input/text',
      {
        x: corner.x + Math.floor(index / rows) * (NODE_WIDTH + COLUMN_GAP),
        y: corner.y + (index % rows) * (NODE_HEIGHT + ROW_GAP),
      },
      { title: file.name, select: false },
    );
    if (id === null) continue;
    ids.push(id);
    if (text !== undefined) session.setInput(id, 'value', { type: 'string', value: text });
    else session.uploads.add(file, id, 'file', kind);
  }
  session.store.release();
  session.store.select(ids);
  const added = session.scene.bounds(ids);
  if (added) session.view.bringIn(added);
}

/** Adds many files as one list. @returns false where the service has no node for it. */
async function addAsList(session: EditorSession, files: readonly File[], at: XY | null): Promise<boolean> {
  const isPictures = files.every((file) => mediaKindOf(file) === 'image');
  const type = isPictures ? 'list/images' : 'list/files';
  if (session.catalog.find(type) === undefined) return false;
  session.store.mark(t.addFiles(files.length));
  const id = addNodeAt(session, type, at);
  session.store.release();
  if (id === null) return false;
  session.ui.notify(t.addedAsList(files.length), {
    label: t.asNodes,
    run: () => {
      session.store.select([id]);
      session.deleteSelection();
      void addFiles(session, files, at, [], { isSeparate: true });
    },
  });
  await addUploads(session, files, id, 'files', isPictures ? 'image' : 'file');
  return true;
}

/** A file of the library as an input node. @param at null where nobody pointed anywhere. */
export function addLibraryFile(session: EditorSession, file: FileRecord, at: XY | null): void {
  const kind = mediaKindOf({ name: file.filename, type: file.contentType });
  session.fileNames.set(file.fileId, file.filename);
  addNodeAt(session, `input/${kind}`, at, {
    title: file.filename,
    inputs: { file: valueFor(kind, file.fileId) },
  });
}

/** A file of the library as a drag carries it; any program can put text of the same kind on one. */
function readLibraryFile(text: string): FileRecord | null {
  const json = parseJson(text, {
    limits: { ...DEFAULT_LIMITS, bytes: 64 * 1024 },
    label: t.wasDropped,
    hint: '',
  });
  return json.ok ? (FileRecord.safeParse(json.value).data ?? null) : null;
}

/** Takes a drop on the canvas: files, a node type, or a file of the library. */
export async function handleDrop(session: EditorSession, event: DragEvent): Promise<void> {
  const transfer = event.dataTransfer;
  if (!transfer) return;
  const at = session.view.toGraph({ x: event.clientX, y: event.clientY });
  const target =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop-pin]') : null;
  const nodeId = target?.dataset['dropNode'];
  const pin = target?.dataset['dropPin'];
  const type = transfer.getData(DRAG_NODE_TYPE);
  if (type) {
    const wire = wireUnder(session, type, at);
    if (wire === null) addNodeAt(session, type, cornerUnder(at));
    else insertNodeOnWire(session, type, wire, at);
    return;
  }
  const libraryFile = transfer.getData(DRAG_FILE);
  if (libraryFile) {
    const file = readLibraryFile(libraryFile);
    if (!file) {
      session.ui.notify(t.droppedNotYourFiles);
      return;
    }
    if (nodeId && pin) {
      const { base, list = 0 } = session.inputType(nodeId, pin);
      const before = session.store.getNode(nodeId)?.inputs?.[pin];
      session.fileNames.set(file.fileId, file.filename);
      const value = list > 0 ? listOfFiles([...fileIdsIn(before), file.fileId]) : valueFor(base, file.fileId);
      session.setInput(nodeId, pin, value);
      return;
    }
    addLibraryFile(session, file, cornerUnder(at));
    return;
  }
  await handleFiles(session, await readDrop(transfer), at, nodeId && pin ? { nodeId, pin } : null);
}

/** Files of a drop: one on a pin into that, one with settings is asked about, others become nodes. */
async function handleFiles(
  session: EditorSession,
  { files, problems, text }: Awaited<ReturnType<typeof readDrop>>,
  at: XY,
  target: { nodeId: string; pin: string } | null,
): Promise<void> {
  if (text !== null) {
    session.clipboard.pasteText(text, cornerUnder(at));
    return;
  }
  const first = files[0];
  const targetType = target && session.inputType(target.nodeId, target.pin);
  if (target && targetType && first && (targetType.list ?? 0) > 0) {
    await addUploads(session, files, target.nodeId, target.pin, targetType.base);
    return;
  }
  if (target && targetType && first && files.length === 1) {
    const { nodeId, pin } = target;
    const { base } = targetType;
    const kind = mediaKindOf(first);
    if (base !== 'file' && base !== kind) {
      session.ui.notify(t.mismatch(first.name, base));
      return;
    }
    await addUpload(session, first, nodeId, pin, base);
    return;
  }
  if (first && files.length === 1 && (await promptForSettings(session, first, at))) return;
  await addFiles(session, files, at, problems);
}

/** Asks what to do with a file that carries the settings that made it. @returns false of any other. */
async function promptForSettings(session: EditorSession, file: File, at: XY): Promise<boolean> {
  const found = await readSettingsOf(file);
  if (found.found === 'nothing') return false;
  if (found.found === 'problem') {
    await addFiles(session, [file], at, [found.problem]);
    return true;
  }
  const { settings } = found;
  offerSettings({
    fileName: file.name,
    settings,
    onCanvas: {
      addAsFile: () => void addFiles(session, [file], at, [], { acceptsText: false }),
      insert: () => insertGraph(session, settings.graph),
    },
  });
  return true;
}

/** Puts a graph beside the nodes that are there; nodes whose types the service lacks are left out, and that is said. */
function insertGraph(session: EditorSession, graph: Graph): void {
  const available = graph.nodes.filter(({ type }) => !session.catalog.isMissing(type));
  const missing = [...new Set(graph.nodes.map(({ type }) => type))].filter((type) =>
    session.catalog.isMissing(type),
  );
  if (available.length > 0)
    session.clipboard.pasteText(toClip(graph, new Set(available.map(({ id }) => id))));
  if (missing.length === 0) return;
  const count = graph.nodes.length - available.length;
  session.ui.notify(t.leftOut(count === 1 ? t.aNodeWas : t.nodesWere(count), missing.slice(0, 3).join(', ')));
}
