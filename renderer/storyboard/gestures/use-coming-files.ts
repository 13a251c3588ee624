import { words } from '#renderer/words/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileRecord } from '#shared/desk/index.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { DEFAULT_LIMITS, parseJson } from '#shared/reading/index.ts';
import { describeProblem, DRAG_FILE } from '#renderer/desk/index.ts';
import { timelineKeys } from '#renderer/timeline/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import {
  mediaKindOf,
  mediumRejection,
  readDrop,
  unreadableRecord,
  uploadFile,
} from '#renderer/uploads/index.ts';
import { uploadTypeOf } from '#shared/http/upload-type.ts';
import type { AddedFile, BoardActions } from '../model/board-actions.ts';
import { keyOf } from '../model/selection.ts';

const t = words.storyboard.useFiles;

const isPicture = ({ filename, contentType }: AddedFile): boolean =>
  ['image', 'video'].includes(mediaKindOf({ name: filename, type: contentType }));

/** Stands for the shots that files are still to become; no shot has this id. */
const NEW = '';

/**
 * Files on their way into shots: each becomes a panel as soon as the service has it.
 * @param onPictures told the panels that pictures became which were put into a shot together.
 */
export function useIncomingFiles(
  connectionId: string,
  actions: BoardActions,
  onPictures: (ref: ShotRef, panelIds: readonly string[]) => void = () => undefined,
) {
  const [incoming, setIncoming] = useState<ReadonlyMap<string, number>>(new Map());
  const client = useQueryClient();
  const count = (ref: ShotRef, by: number) =>
    setIncoming((before) => new Map(before).set(keyOf(ref), (before.get(keyOf(ref)) ?? 0) + by));
  const reject = (description: string) => showToast({ kind: 'error', title: t.fileNotAdded, description });

  /** @param add takes the file once the service has it. */
  async function upload(ref: ShotRef, file: File, add: (files: readonly AddedFile[]) => void): Promise<void> {
    const problem = await mediumRejection(file);
    if (problem !== null) return reject(problem);
    count(ref, 1);
    try {
      const { signal } = new AbortController();
      const fileId = await uploadFile(connectionId, file, { onProgress: () => undefined, signal });
      await client.invalidateQueries({ queryKey: timelineKeys.library(connectionId) });
      add([{ fileId, filename: file.name, contentType: uploadTypeOf(file) }]);
    } catch (error) {
      reject(describeProblem(error));
    } finally {
      count(ref, -1);
    }
    return undefined;
  }

  /** Puts what arrives into a shot, and says at the end what the pictures among it became. */
  async function addToShot(
    ref: ShotRef,
    bring: (add: (files: readonly AddedFile[]) => void) => Promise<void>,
  ) {
    const pictures: string[] = [];
    await bring((files) => {
      const created = actions.addMedia(ref, files);
      if (files.every(isPicture)) pictures.push(...created);
    });
    onPictures(ref, pictures);
  }

  const uploadAll = (ref: ShotRef, files: readonly File[]): Promise<void> =>
    addToShot(ref, async (add) => {
      for (const file of files) await upload(ref, file, add);
    });

  /** Takes what was dropped: files of this computer, or one of the library or an output that is dragged. */
  async function handleDrop(
    ref: ShotRef,
    transfer: DataTransfer,
    add: (files: readonly AddedFile[]) => void,
  ): Promise<void> {
    const dragged = transfer.getData(DRAG_FILE);
    if (dragged !== '') {
      const read = parseJson(dragged, { limits: DEFAULT_LIMITS, label: t.wasDropped, hint: '' });
      const file = FileRecord.safeParse(read.ok ? read.value : null);
      if (file.success) {
        const unreadable = unreadableRecord(file.data);
        return unreadable === null ? add([file.data]) : reject(unreadable);
      }
    }
    const { files, problems, text } = await readDrop(transfer);
    if (text !== null) problems.push(words.webDrop.wordsOnly);
    if (problems.length > 0) reject(problems.slice(0, 3).join(' '));
    for (const file of files) await upload(ref, file, add);
    return undefined;
  }

  return {
    countOf: (ref: ShotRef) => incoming.get(keyOf(ref)) ?? 0,
    /** How many are on their way to become shots of a scene. */
    countNew: (scene: string) => incoming.get(keyOf({ scene, shot: NEW })) ?? 0,
    upload: uploadAll,
    drop: (ref: ShotRef, transfer: DataTransfer) => addToShot(ref, (add) => handleDrop(ref, transfer, add)),
    /** Each file becomes a shot at the end of the scene. */
    dropNew: (scene: string, transfer: DataTransfer) =>
      handleDrop({ scene, shot: NEW }, transfer, (files) => actions.addShotsOf(scene, files)),
  };
}
