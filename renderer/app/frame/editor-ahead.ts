import { useEffect } from 'react';
import { EditorPage } from './lazy-pages.ts';

/** Loads the editor in the list of projects: a project is what people open from there, and it is ready before they have found it. */
export function useEditorAhead(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => void EditorPage.load().catch(() => undefined), { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, []);
}
