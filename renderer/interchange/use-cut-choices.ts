import { useEffect, useState } from 'react';
import type { TextEncoding } from '#shared/reading/index.ts';
import { foreignFormatOf } from '#shared/timeline/cut-formats.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { mediaByName } from './cut-media.ts';
import { inspectForeignCut, type CutChoices } from './foreign-cuts.ts';
import type { ImportSource } from './otio-folder.ts';
import type { CutInspection } from './read-cut.ts';

/** What is known of a file that has to be looked into before it is read. */
export type CutState =
  | { at: 'none' }
  | { at: 'looking' }
  | { at: 'refused'; problem: string }
  | { at: 'known'; inspection: CutInspection; choices: CutChoices };

interface Found {
  file: File;
  encoding: TextEncoding | null;
  state: CutState;
}

/**
 * Looks into an EDL or FCP 7 XML as soon as it is chosen: what its reader has to guess can be chosen then.
 * @param hint frames a second of what it goes to; null where nobody knows.
 */
export function useCutChoices(
  connectionId: string,
  source: ImportSource | null,
  hint: number | null,
): {
  state: CutState;
  setRate: (rate: number) => void;
  setEncoding: (encoding: TextEncoding) => void;
} {
  const file = source instanceof File && foreignFormatOf(source.name) ? source : null;
  const [selected, setSelected] = useState<{ file: File; encoding: TextEncoding } | null>(null);
  const [rate, setRate] = useState<{ file: File; rate: number } | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const encoding = selected?.file === file ? (selected?.encoding ?? null) : null;
  useEffect(() => {
    if (!file) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    inspect(connectionId, { file, encoding, hint }, signal).then(
      (state) => setFound({ file, encoding, state }),
      (error: unknown) => {
        if (signal.aborted) return;
        setFound({ file, encoding, state: { at: 'refused', problem: describeProblem(error) } });
      },
    );
    return () => controller.abort();
  }, [connectionId, file, encoding, hint]);
  const current = found && found.file === file && found.encoding === encoding ? found.state : null;
  const state: CutState = file ? (current ?? { at: 'looking' }) : { at: 'none' };
  return {
    state:
      state.at === 'known' && rate?.file === file && rate
        ? { ...state, choices: { ...state.choices, rate: rate.rate } }
        : state,
    setRate: (value) => (file ? setRate({ file, rate: value }) : undefined),
    setEncoding: (value) => (file ? setSelected({ file, encoding: value }) : undefined),
  };
}

async function inspect(
  connectionId: string,
  { file, encoding, hint }: { file: File; encoding: TextEncoding | null; hint: number | null },
  signal: AbortSignal,
): Promise<CutState> {
  const choices: CutChoices = { ...(encoding && { encoding }), ...(hint !== null && { hint }) };
  const inspection = await inspectForeignCut(file, choices, { signal });
  const media = inspection.rate ? await mediaByName(connectionId, inspection.files, signal) : [];
  return { at: 'known', inspection, choices: { ...choices, media } };
}
