import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeProblem, type SendForm } from '#renderer/desk/index.ts';
import { timelineKeys } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import type { CutChoices } from './foreign-cuts.ts';
import { isFolder, type ImportSource } from './otio-folder.ts';
import { interchange } from './interchange-store.ts';
import {
  importOtio,
  isTimelineName,
  type Imported,
  type ImportStep,
  type ImportTarget,
} from './otio-requests.ts';

const t = words.interchange.useImport;

export type ImportStage =
  | { at: 'choosing'; problem: string | null }
  /** `part` from 0 to 1; null where nobody can say. */
  | { at: 'working'; step: ImportStep; fraction: number | null }
  | { at: 'done'; imported: Imported };

/** One import after the other: what it is doing, and why it did not go. It is canceled when the dialog closes. */
export function useImport(
  connectionId: string,
  send: SendForm,
): {
  stage: ImportStage;
  /** A file was chosen: says at once when it cannot be one. */
  select: (file: ImportSource) => void;
  /** @returns what came, or null when it did not go. */
  start: (file: ImportSource, target: ImportTarget, choices: CutChoices) => Promise<Imported | null>;
  cancel: () => void;
} {
  const [stage, setStage] = useState<ImportStage>({ at: 'choosing', problem: null });
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  return {
    stage,
    cancel: () => running.current?.abort(),
    select: (source) =>
      setStage({
        at: 'choosing',
        problem:
          isFolder(source) || isTimelineName(source.name) ? null : t.notTimelineCanImported(source.name),
      }),
    start: async (file, target, choices) => {
      const stop = new AbortController();
      running.current = stop;
      setStage({ at: 'working', step: 'sending', fraction: 0 });
      try {
        const imported = await importOtio({
          connectionId,
          file,
          target,
          choices,
          send,
          onStep: (step, progress) => setStage({ at: 'working', step, fraction: progress }),
          signal: stop.signal,
        });
        void client.invalidateQueries({ queryKey: ['projects', connectionId] });
        if (target.to === 'look') {
          interchange.setState({ previewed: { connectionId, file, response: imported.response } });
        } else if (imported.projectId !== null) {
          void client.invalidateQueries({ queryKey: timelineKeys.of(connectionId, imported.projectId) });
        }
        setStage({ at: 'done', imported });
        return imported;
      } catch (error) {
        setStage({ at: 'choosing', problem: stop.signal.aborted ? null : describeProblem(error) });
        return null;
      }
    },
  };
}
