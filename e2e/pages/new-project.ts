import type { Page } from '@playwright/test';
import { EditorPage } from './editor.ts';
import { ProjectsPage } from './projects.ts';

/** Creates an untitled project from the projects page. @returns its editor, shown. */
export async function openNewProject(page: Page): Promise<EditorPage> {
  const projects = new ProjectsPage(page);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(page);
  await editor.shown();
  return editor;
}
