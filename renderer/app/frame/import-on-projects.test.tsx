import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { interchange } from '#renderer/interchange/index.ts';
import { askForProjectImport, projectFiles } from '#renderer/project-files/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { InterchangeDialogs } from './interchange-dialogs.tsx';
import { ProjectFileDialogs } from './project-file-dialogs.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listConnections', () => ({
    connections: [
      {
        id: 'local',
        kind: 'local',
        name: 'Local workspace',
        baseUrl: 'https://example.test',
        keyHint: null,
        state: 'ready',
        createdAt: '2026-11-22T10:00:00.000Z',
      },
    ],
    activeId: 'local',
  }));
  history.replaceState(null, '', '/');
});
afterEach(() => {
  desk.restore();
  interchange.setState({ importing: null });
  projectFiles.setState({ importing: null });
  history.replaceState(null, '', '/');
});

const show = () =>
  renderPage(
    <>
      <ProjectFileDialogs />
      <InterchangeDialogs />
    </>,
  );

const projectImport = () => page.getByRole('dialog', { name: 'Import project' });
const timelineImport = () => page.getByRole('dialog', { name: 'Import an edit' });

/** Gives files to the input of files in the open dialog. */
function choose(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]')!;
  const carried = new DataTransfer();
  for (const file of files) carried.items.add(file);
  input.files = carried.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function drop(file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  document.body.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }),
  );
}

for (const filename of ['cut.otio', 'cut.otioz', 'cut.edl', 'cut.xml']) {
  it(`a film chosen on the projects goes on into a new project: ${filename}`, async () => {
    await show();
    askForProjectImport();
    await expect.element(projectImport()).toBeVisible();
    choose(new File(['x'], filename));
    await expect.element(timelineImport().getByText(filename, { exact: true })).toBeVisible();
    await expect.element(timelineImport().getByRole('radio', { name: /^Into a new project/ })).toBeChecked();
    await expect.element(projectImport()).not.toBeInTheDocument();
  });
}

it('XML dropped on the projects is a film; in a project it may be anything', async () => {
  await show();
  drop(new File(['x'], 'cut.xml'));
  await expect.element(timelineImport().getByText('cut.xml', { exact: true })).toBeVisible();
  interchange.setState({ importing: null });

  history.pushState(null, '', '/projects/local/prj_1');
  await expect.element(timelineImport()).not.toBeInTheDocument();
  drop(new File(['x'], 'feed.xml'));
  await expect.element(page.getByText('These files have no place here')).toBeVisible();
  expect(interchange.getState().importing).toBeNull();
});
