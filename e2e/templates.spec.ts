import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { smallPhotograph } from './photograph.ts';

/** Runs a program with a text on its standard input. @returns what it printed. */
async function run(program: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  const [status] = (await ended) as [number];
  expect([status, status === 0 ? '' : err]).toEqual([0, '']);
  return out;
}

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** The call of the endpoint as the page prints it, with the key put in. */
async function printed(desk: Page, language: string, key: string): Promise<string> {
  await desk.getByRole('combobox', { name: 'Language' }).click();
  await desk.getByRole('option', { name: language }).click();
  return (await desk.getByLabel(`Request in ${language}`).innerText()).replace('<endpoint key>', key);
}

test('a project is published without a terminal, called as printed, and opened as a project', async ({
  desk,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.run();
  await editor.runFinished();
  // The sample comes with a run that has finished: this one has when its outputs are there.
  await expect(editor.outputs.locator('img').first()).toBeVisible();
  await desk.keyboard.press('ControlOrMeta+k');
  await desk.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Publish as');
  await desk.keyboard.press('Enter');

  const dialog = desk.getByRole('region', { name: 'Publish as a template' });
  await dialog.getByLabel('Name', { exact: true }).fill('Poster for a headline');
  const inputs = dialog.getByRole('list', { name: 'Inputs' }).getByRole('listitem');
  // What a graph begins with is an input by itself. On the canvas a press chooses a pin, and takes it out again; with the
  // keys as well.
  await expect(inputs).toHaveCount(1);
  await dialog.getByRole('combobox', { name: 'Add an input' }).fill('Text size');
  await desk.getByRole('option', { name: /^Headline card · Text size/i }).click();
  await inputs.getByTitle(/^Show Headline card on the canvas/).click();
  const pin = desk.getByRole('button', { name: 'Input: Headline card · Text size' });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await pin.click();
  await expect(inputs).toHaveCount(1);
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await desk.keyboard.press('Space');
  await expect(inputs).toHaveCount(2);
  await desk.keyboard.press('Space');
  await expect(inputs).toHaveCount(1);
  await inputs.getByRole('textbox').first().fill('Words');
  await dialog.getByLabel('Picture file').setInputFiles(await smallPhotograph());
  await expect(dialog.getByRole('button', { name: /^Picture \d/ })).toHaveCount(2, { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const done = desk.getByRole('dialog', { name: 'Poster for a headline is published' });
  const key = await done.getByLabel('Key of the endpoint').innerText();
  expect(key).toMatch(/^pbe_[\w-]{40,}$/);
  await done.getByRole('button', { name: 'Show the template' }).click();

  await expect(desk).toHaveURL(/\/templates\//);
  await expect(desk.getByRole('link', { name: /Poster for a headline/ })).toBeVisible();
  await desk.getByRole('tab', { name: 'Call from elsewhere' }).click();
  const languages = [
    { name: 'curl', program: 'curl', call: (text: string) => run('sh', [], text) },
    {
      name: 'JavaScript',
      program: 'node',
      call: (text: string) => run('node', ['--input-type=module'], text),
    },
    { name: 'Python', program: 'python3', call: (text: string) => run('python3', ['-'], text) },
  ];
  for (const { name, program, call } of languages) {
    if (!isThere(program)) {
      test
        .info()
        .annotations.push({ type: 'skipped', description: `There is no ${program} on this machine.` });
      continue;
    }
    const out = await call(await printed(desk, name, key));
    expect([name, out]).toEqual([
      name,
      expect.stringMatching(name === 'curl' ? /"taskId":"run_/ : /^succeeded /),
    ]);
  }

  await desk.reload();
  const management = desk.getByRole('region', { name: 'Keys and calls' });
  await expect(management.getByText(/3 calls/)).toBeVisible();
  await expect(
    management.getByRole('table', { name: 'Calls' }).getByText('With the key').first(),
  ).toBeVisible();
  await desk.getByRole('tab', { name: 'Run here' }).click();
  await desk.getByRole('button', { name: 'Open as a project' }).click();
  await editor.shown();
  await expect(desk.getByRole('banner').getByText('Poster for a headline')).toBeVisible();
});
