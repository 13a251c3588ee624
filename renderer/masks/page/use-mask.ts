import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { MaskLink } from '../worker/mask-link.ts';
import type { FromMaskWorker, MaskEdit, MaskFit, Size, Viewport } from '../worker/mask-messages.ts';
import { removeDraft, writeDraft } from './mask-draft.ts';
import { readSource, type MaskSource } from './mask-source.ts';
import type { MaskTarget } from './mask-target.ts';

/** So long nothing is drawn before the mask is kept on this computer. */
const DRAFT_DELAY_MS = 1500;

export interface Mask {
  phase: 'loading' | 'ready' | 'failed';
  steps: { undoCount: number; redoCount: number };
  source: Omit<MaskSource, 'mask'> & { sourceSize: Size | null; fit: MaskFit };
  /** What was drawn is on this computer. */
  draftState: 'kept' | 'pending' | 'failed';
  edit: (...edits: readonly MaskEdit[]) => void;
  show: (viewport: Viewport) => void;
  /** Begins anew with the saved mask. */
  restart: (fit: MaskFit) => void;
  /** The mask as a file. */
  export: () => Promise<Blob>;
  /** Keeps on this computer what was drawn. @throws where it cannot. */
  keep: () => Promise<void>;
  discardDraft: () => Promise<void>;
}

type Rendered = Extract<FromMaskWorker, { kind: 'rendered' }>;

const NONE: Mask['source'] = { draftFrom: null, isUnreadable: false, sourceSize: null, fit: 'stretch' };

/**
 * A mask that is drawn, held by a worker; what is drawn is kept on this computer soon after.
 * @param onRendered called with what of the window has changed.
 */
export function useMask(target: MaskTarget, size: Size, onRendered: (message: Rendered) => void): Mask {
  const [phase, setPhase] = useState<Mask['phase']>('loading');
  const [steps, setSteps] = useState({ undoCount: 0, redoCount: 0 });
  const [source, setSource] = useState(NONE);
  const [draftState, setDraftState] = useState<Mask['draftState']>('kept');
  const [start, setStart] = useState<{ usesDraft: boolean; fit: MaskFit }>({
    usesDraft: true,
    fit: 'stretch',
  });
  const link = useRef<MaskLink | null>(null);
  const viewport = useRef<Viewport | null>(null);
  const revisions = useRef({ current: 0, stored: 0 });
  const { width, height } = size;

  const keep = useCallback(async (): Promise<void> => {
    const { current, stored } = revisions.current;
    if (!link.current || current === stored) return;
    await writeDraft(target, await link.current.export());
    revisions.current.stored = current;
    if (revisions.current.current === current) setDraftState('kept');
  }, [target]);
  useDelayedDraft(draftState, keep, setDraftState);

  const receive = useEffectEvent((message: Rendered) => {
    if (message.revision !== revisions.current.current) {
      revisions.current.current = message.revision;
      setDraftState('pending');
    }
    setSteps((before) => (jsonEqual(before, message.steps) ? before : message.steps));
    onRendered(message);
  });
  useEffect(() => {
    const client = new MaskLink({
      onRendered: (message) => receive(message),
      onFailed: () => setPhase('failed'),
    });
    link.current = client;
    revisions.current = { current: 0, stored: 0 };
    let isClosed = false;
    const open = async (): Promise<void> => {
      const { mask, ...read } = await readSource(target, start.usesDraft);
      if (isClosed) return mask?.close();
      const sourceSize = await client.open({ width, height }, mask, start.fit);
      if (isClosed) return;
      setSource({ ...read, sourceSize, fit: start.fit });
      setSteps({ undoCount: 0, redoCount: 0 });
      setPhase('ready');
      if (viewport.current) client.show(viewport.current);
    };
    open().catch(() => {
      if (!isClosed) setPhase('failed');
    });
    return () => {
      isClosed = true;
      link.current = null;
      client.close();
    };
  }, [target, width, height, start]);

  return {
    phase,
    steps,
    source,
    draftState,
    edit: (...edits) => {
      if (phase === 'ready') link.current?.edit(...edits);
    },
    show: useCallback((next: Viewport) => {
      viewport.current = next;
      link.current?.show(next);
    }, []),
    restart: (fit) => {
      setPhase('loading');
      setStart({ usesDraft: false, fit });
    },
    export: () => link.current?.export() ?? Promise.reject(new Error('The mask is closed.')),
    keep,
    discardDraft: () => removeDraft(target),
  };
}

/** Keeps what was drawn once nothing more is drawn for a moment, and again after more. */
function useDelayedDraft(
  draftState: Mask['draftState'],
  keep: () => Promise<void>,
  setDraftState: (draftState: Mask['draftState']) => void,
): void {
  useEffect(() => {
    if (draftState !== 'pending') return undefined;
    const timer = setTimeout(() => {
      keep().catch((error: unknown) => {
        if (!(error instanceof DOMException)) setDraftState('failed');
      });
    }, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draftState, keep, setDraftState]);
}
