import { useEffect, useRef, useState, type RefObject } from 'react';
import { textGraph, typesOf, type Starter } from '#shared/starters/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ProjectStart } from './begin-from.ts';
import { useAvailableStarters } from './offered-starters.ts';

export interface ProjectStartsOptions {
  connectionId: string;
  /** Whether the service can be asked. */
  isReady: boolean;
  /** Makes the project and gives its id. @throws Error with a sentence. */
  onBegin: (starter: ProjectStart, signal: AbortSignal) => Promise<string>;
  /** Shows a project that was made; not when the person has gone elsewhere meanwhile. */
  onOpen: (projectId: string, starter: ProjectStart) => void;
}

/** What a project can begin from at one service, for the row below few projects and the menu beside New project. */
export interface ProjectStarts {
  /** The starters whose node types the service has; none while that is not known. */
  starters: readonly Starter[];
  hasPhoto: boolean;
  /** What a project is being made from: a starter's id, or what its beginning is called. */
  busy: string | null;
  begin: (starter: ProjectStart) => void;
  /** Asks for a photo, and begins with it. */
  selectPhoto: () => void;
  /** Of the field that asks, which the menu brings along. */
  photoField: RefObject<HTMLInputElement | null>;
}

/** The message that no project was created at a service. */
const notCreatedAt = (connectionId: string): string => `not created at ${connectionId}`;

/** What was begun from, in a word. */
const nameOf = ({ from }: ProjectStart): string => (typeof from === 'string' ? from : from.id);

/** Begins projects, one at a time, and handles the commands that do. What fails is said in a toast. */
export function useProjectStarts({
  connectionId,
  isReady,
  onBegin,
  onOpen,
}: ProjectStartsOptions): ProjectStarts {
  const { suggested: offered, types } = useAvailableStarters(connectionId, isReady);
  const [busy, setBusy] = useState<string | null>(null);
  const photoField = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const unmountController = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmountController.current = controller;
    return () => controller.abort();
  }, []);
  // Its button would make a project where nobody looks any more.
  useEffect(() => () => dismissToast(notCreatedAt(connectionId)), [connectionId]);

  const begin = async (starter: ProjectStart) => {
    // A button of a message keeps the function of an earlier render.
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(nameOf(starter));
    const { signal } = unmountController.current;
    try {
      const createdProject = await onBegin(starter, signal);
      if (!signal.aborted) onOpen(createdProject, starter);
    } catch (error) {
      if (signal.aborted) return;
      showToast({
        id: notCreatedAt(connectionId),
        kind: 'error',
        title: words.projects.notCreated,
        description: error instanceof Error ? error.message : String(error),
        action: { label: words.common.tryRetry, run: () => void begin(starter) },
      });
    } finally {
      isBusy.current = false;
      setBusy(null);
    }
  };

  const hasPhoto = offered.some(({ id }) => id === 'photo-finish');
  const pickPhoto = () => photoField.current?.click();
  useCommandContext({
    beginsWithPhoto: hasPhoto,
    beginsWithText: typesOf(textGraph).every((type) => types.has(type)),
  });
  useCommands('beginnings', {
    'project.new-from-photo': pickPhoto,
    'project.new-from-text': () => void begin({ from: 'text' }),
    'project.new-storyboard': () => void begin({ from: 'storyboard' }),
    'project.new-film': () => void begin({ from: 'film' }),
  });
  return {
    starters: offered,
    hasPhoto,
    busy,
    begin: (starter) => void begin(starter),
    selectPhoto: pickPhoto,
    photoField,
  };
}
