import { readApiError } from '#shared/api/index.ts';
import { isTerminalUploadState, Upload } from '#shared/desk/index.ts';
import { callDesk, deskFetch, onDeskEvent, onDeskReconnect, readResponse } from '#renderer/desk/index.ts';
import { uploadTypeOf } from '#shared/http/upload-type.ts';
import { words } from '#renderer/words/index.ts';

const t = words.uploads.uploadFile;

/**
 * Hands a file to the desktop process and waits until the service has it.
 * @param onProgress 0 to 1 of the bytes that the service has taken.
 * @returns the file's id. @throws Error with a sentence, or an AbortError; an upload that was given up is canceled.
 */
export async function uploadFile(
  connectionId: string,
  file: File,
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<string> {
  const query = new URLSearchParams({
    connectionId,
    filename: file.name.slice(-255),
    sizeBytes: String(file.size),
  });
  // Listened to before it begins: a small file may be there before its own response is.
  const cached = new Map<string, Upload>();
  let wake = () => {};
  const note = (upload: Upload) => {
    // An answer on its way may be older than the event that came meanwhile: what has ended stays so.
    if (isTerminalUploadState(cached.get(upload.id)?.state ?? '')) return;
    cached.set(upload.id, upload);
    wake();
  };
  const stops = [
    onDeskEvent((event) => {
      if (event.type === 'upload') note(event.upload);
    }),
  ];
  let id: string | null = null;
  try {
    const response = await deskFetch(`/desk/uploads?${query}`, {
      method: 'POST',
      headers: { 'content-type': uploadTypeOf(file) },
      body: file,
      signal,
    });
    if (!response.ok) throw await readApiError(response);
    const started = await readResponse(Upload, response);
    id = started.id;
    const poll = async () => note(await callDesk('getUpload', { params: { uploadId: started.id }, signal }));
    stops.push(onDeskReconnect(() => void poll().catch(() => undefined)));
    if (!cached.has(started.id)) note(started);
    await poll();
    for (;;) {
      signal.throwIfAborted();
      const upload = cached.get(started.id) ?? started;
      if (upload.state === 'done' && upload.fileId) {
        // The form has the file now: nobody has to be notified of this upload again.
        void callDesk('settleUpload', { params: { uploadId: started.id } }).catch(() => undefined);
        return upload.fileId;
      }
      if (upload.state === 'failed') throw new Error(upload.error ?? t.uploadDidNotWork);
      if (upload.state === 'canceled') throw new DOMException('The upload was canceled.', 'AbortError');
      onProgress(upload.progress);
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (cached.get(started.id) !== upload) resolve();
      });
    }
  } catch (error) {
    if (signal.aborted && id !== null) {
      void callDesk('cancelUpload', { params: { uploadId: id } }).catch(() => undefined);
    }
    throw error;
  } finally {
    for (const stop of stops) stop();
  }
}
