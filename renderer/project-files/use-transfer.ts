import { useCallback, useEffect, useRef, useState } from 'react';
import { readApiError } from '#shared/api/index.ts';
import { Transfer } from '#shared/desk/index.ts';
import {
  callDesk,
  deskFetch,
  describeProblem,
  onDeskEvent,
  onDeskReconnect,
  readResponse,
} from '#renderer/desk/index.ts';

/** A transfer as a dialog follows it: nothing yet, on its way, or ended. */
export interface TrackedTransfer {
  transfer: Transfer | null;
  /** Between the press and the end. */
  working: boolean;
  /** Why it did not come to its end, in a sentence. */
  problem: string | null;
  start: (begin: (transferId: string) => Promise<Transfer>) => void;
  cancel: () => void;
  /** Forgets how the last one ended. */
  clear: () => void;
}

const newTransferId = (): string => `transfer_${crypto.randomUUID()}`;

/**
 * Starts one transfer at a time and follows it by the desk's events; after a cut it is asked for anew. Leaving cancels it.
 * @param onComplete called once for each that came to its end.
 */
export function useTransfer(onComplete: (transfer: Transfer) => void): TrackedTransfer {
  const [id, setId] = useState<string | null>(null);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const activeId = useRef<string | null>(null);
  const completeRef = useRef(onComplete);
  const taking = useRef<((next: Transfer) => void) | null>(null);
  useEffect(() => {
    completeRef.current = onComplete;
  });

  useEffect(() => {
    if (id === null) return undefined;
    let over = false;
    const update = (next: Transfer) => {
      if (next.id !== id || over) return;
      setTransfer(next);
      if (next.state === 'working') return;
      over = true;
      setId(null);
      if (next.state === 'failed') setProblem(next.error);
      if (next.state === 'done') completeRef.current(next);
    };
    taking.current = update;
    const read = () => callDesk('getTransfer', { params: { transferId: id } }).then(update, () => undefined);
    const stops = [
      onDeskEvent((event) => {
        if (event.type === 'transfer') update(event.transfer);
      }),
      onDeskReconnect(() => void read()),
    ];
    return () => {
      for (const stop of stops) stop();
      if (!over) void callDesk('cancelTransfer', { params: { transferId: id } }).catch(() => undefined);
    };
  }, [id]);

  const start = useCallback((begin: (transferId: string) => Promise<Transfer>) => {
    const transferId = newTransferId();
    activeId.current = transferId;
    setTransfer(null);
    setProblem(null);
    setId(transferId);
    const follow = async () => {
      try {
        const started = await begin(transferId);
        // How far it is, events tell better; one that ended at once may have notified nobody.
        if (started.state !== 'working') taking.current?.(started);
      } catch (error) {
        // Canceled: then the end is expected.
        if (activeId.current !== transferId) return;
        setId(null);
        setProblem(describeProblem(error));
      }
    };
    void follow();
  }, []);
  const cancel = useCallback(() => {
    activeId.current = null;
    setId(null);
  }, []);
  const clear = useCallback(() => {
    setTransfer(null);
    setProblem(null);
  }, []);
  return { transfer, working: id !== null, problem, start, cancel, clear };
}

/** Hands a project file over; resolves when all of it is in the desktop process. */
export async function sendProjectFile(
  transferId: string,
  { connectionId, file, skipsMissing }: { connectionId: string; file: File; skipsMissing: boolean },
): Promise<Transfer> {
  const query = new URLSearchParams({
    transferId,
    connectionId,
    filename: file.name.slice(-255),
    sizeBytes: String(file.size),
    ...(skipsMissing ? { withoutMissing: 'true' } : {}),
  });
  const response = await deskFetch(`/desk/imports?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  if (!response.ok) throw await readApiError(response);
  return readResponse(Transfer, response);
}

/** Fetches the file that an export made. */
export async function fetchProjectFile(transferId: string): Promise<Blob> {
  const response = await deskFetch(`/desk/transfers/${encodeURIComponent(transferId)}/file`);
  if (!response.ok) throw await readApiError(response);
  return response.blob();
}
