import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

test('one undo and one history hold for graph, storyboard and timeline of a project', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  const view = (name: string) => desk.getByRole('link', { name, exact: true });
  const words = desk.getByLabel('What happens');

  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(desk.getByText('Nothing to undo')).toBeVisible();

  // A step on the board, then one in the graph.
  await view('Storyboard').click();
  await desk.getByRole('button', { name: 'Start a storyboard' }).click();
  await words.fill('Boats come in');
  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();
  await view('Graph').click();
  await editor.shown();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.keyboard.press('ControlOrMeta+d');
  await expect(desk.getByRole('button', { name: /^Undo: duplicate/i })).toBeVisible();

  // From the timeline both are taken back, the newest first, each on its page.
  await view('Timeline').click();
  await expect(view('Timeline')).toHaveAttribute('aria-current', 'page');
  await desk.keyboard.press('ControlOrMeta+z');
  await editor.shown();
  await desk.getByRole('button', { name: 'Undo: write a shot (storyboard)' }).click();
  await expect(words).toHaveValue('');
  await expect(desk.getByText('Undone: write a shot')).toBeVisible();
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await expect(words).toHaveValue('Boats come in');
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await editor.shown();
  await expect(desk.getByRole('button', { name: /^Undo: duplicate/i })).toBeVisible();

  // One list has the versions of all three; one of another page is brought back, and taken back.
  await desk.getByRole('tab', { name: 'History' }).click();
  const history = desk.getByRole('tabpanel', { name: 'History' });
  await expect(history.getByText(/^Storyboard ·/).first()).toBeVisible();
  await view('Storyboard').click();
  await desk.getByRole('button', { name: 'History of the project' }).click();
  const ofGraph = desk
    .getByRole('dialog', { name: 'History of the project' })
    .locator('li[data-kind="graph"]');
  await ofGraph
    .getByRole('button', { name: /^Restore / })
    .last()
    .click();
  await editor.shown();
  await expect(desk.getByRole('button', { name: /^Undo: restore/ })).toBeVisible();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(desk.getByRole('button', { name: /^Undo: duplicate/i })).toBeVisible();

  // Opened anew, the steps of the board are there as well, and the newest of the project comes first.
  await view('Storyboard').click();
  await words.fill('Boats come home');
  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();
  await view('Graph').click();
  await editor.shown();
  await desk.reload();
  await editor.shown();
  await desk.getByRole('button', { name: 'Undo: write a shot (storyboard)' }).click();
  await expect(words).toHaveValue('Boats come in');
  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();
  await desk.reload();
  await expect(words).toHaveValue('Boats come in');
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await expect(words).toHaveValue('Boats come home');
  await desk.keyboard.press('ControlOrMeta+z');
  await desk.keyboard.press('ControlOrMeta+z');
  await editor.shown();
});
