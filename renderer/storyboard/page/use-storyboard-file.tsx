import { useRef, type ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import { importStoryboardFile } from '../model/storyboard-file.ts';

const t = words.storyboard.useStoryboardFile;

/** Lets a storyboard be chosen from a file. @returns the field, to be put on the page, and what opens it. */
export function useStoryboardFile(session: BoardSession): {
  input: ReactElement;
  select: (mode: 'replace' | 'append') => void;
} {
  const picker = useRef<HTMLInputElement>(null);
  const modeRef = useRef<'replace' | 'append'>('replace');
  return {
    input: (
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t.storyboardFile}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void importStoryboardFile(session, file, modeRef.current);
          event.target.value = '';
        }}
      />
    ),
    select: (mode) => {
      modeRef.current = mode;
      picker.current?.click();
    },
  };
}
