import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sharp } from '#native/testing/sharp.ts';
import { expect, test } from './app.ts';
import { hasFfmpeg } from './numbered-film.ts';
import { openNewProject } from './pages/new-project.ts';
import { startStudioServer } from './studio-server.ts';

const KEY = 'sk-planted-in-a-story-0123456789';

/** A silent WAV of a second. */
function silence(): Buffer {
  const samples = Buffer.alloc(16_000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, samples]);
}

async function makeFilm(folder: string): Promise<Buffer> {
  const path = join(folder, 'made elsewhere.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=128x72:rate=12:duration=1'];
  await promisify(execFile)('ffmpeg', [
    '-hide_banner',
    '-loglevel',
    'error',
    ...source,
    '-pix_fmt',
    'yuv420p',
    path,
  ]);
  return readFile(path);
}

/** Connects a service on the Models page. @param models by the label of their field */
async function connect(
  desk: Page,
  service: string,
  { name, address, models }: { name: string; address: string; models: Readonly<Record<string, string>> },
): Promise<void> {
  await desk.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Service' }).click();
  await desk.getByRole('option', { name: service, exact: true }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByLabel('API key').fill(KEY);
  for (const field of await dialog.getByLabel(/^Model for /).all()) await field.fill('');
  for (const [label, model] of Object.entries(models)) {
    const field = dialog.getByLabel(label, { exact: true });
    await field.fill(model);
    // Its list of suggestions closes.
    await field.press('Tab');
  }
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('from an empty Models page to a picture, a video of it, and captions on the timeline @long', async ({
  desk,
  dataFolder,
}) => {
  const canFilm = await hasFfmpeg();
  const picture = await sharp({ create: { width: 96, height: 54, channels: 3, background: '#c0562b' } })
    .png()
    .toBuffer();
  const server = await startStudioServer(KEY, {
    picture,
    sound: silence(),
    transcript: [
      { text: 'Good evening.', start: 0, end: 0.4 },
      { text: 'We begin.', start: 0.5, end: 1 },
    ],
    ...(canFilm && { film: await makeFilm(dataFolder) }),
  });
  try {
    const editor = await openNewProject(desk);
    const project = desk.url();
    await desk.goto(new URL('/models', project).href);
    await expect(desk.getByText('No model is connected yet')).toBeVisible();
    await connect(desk, 'Another address', {
      name: 'Studio',
      address: `${server.origin}/v1`,
      models: {
        'Model for pictures': 'draw-image-1',
        'Model for speech': 'say-tts-1',
        'Model for transcription': 'hear-whisper-1',
      },
    });
    if (canFilm)
      await connect(desk, 'Replicate', {
        name: 'Films',
        address: `${server.origin}/v1`,
        models: { 'Model for video': 'acme/film' },
      });

    await desk.goto(project);
    await editor.shown();
    await editor.dragFromPalette('Make an image', { x: 0.12, y: 0.1 });
    if (canFilm) await editor.dragFromPalette('Make a video', { x: 0.6, y: 0.1 });
    await editor.dragFromPalette('Speak', { x: 0.12, y: 0.6 });
    await editor.dragFromPalette('Transcribe', { x: 0.6, y: 0.6 });
    await editor.fit();
    await editor.field('Prompt', 'Make an image').fill('A hill at dusk');
    await editor.field('Text', 'Speak').fill('Good evening. We begin.');
    if (canFilm) await editor.connect('Make an image.image', 'Make a video.first');
    await editor.connect('Speak.audio', 'Transcribe.audio');
    await editor.saved();

    // A model that the service does not offer is said before anything is asked.
    await editor.node('Make an image').locator('[data-title]').click();
    const inspector = desk.locator('[data-inspector]');
    await inspector.getByLabel('Model of Make an image', { exact: true }).fill('draw-image-9');
    await expect(inspector.getByRole('alert')).toHaveText(/Studio does not offer draw-image-9/);
    await inspector.getByRole('combobox', { name: 'Choose Model of Make an image' }).click();
    await desk.getByRole('option', { name: /draw-image-1/ }).click();
    await expect(inspector.getByRole('alert')).toBeHidden();
    await editor.saved();

    await editor.run();
    await editor.runFinished();
    await expect(
      editor.node('Make an image').getByRole('img', { name: 'Preview of Make an image' }),
    ).toBeVisible();
    expect(server.asked.toSorted()).toEqual(
      [
        'POST /v1/images/generations',
        'POST /v1/audio/speech',
        'POST /v1/audio/transcriptions',
        ...(canFilm ? ['POST /v1/models/acme/film/predictions'] : []),
      ].toSorted(),
    );
    // What no wire leads on from is an output: the video where there is one, else the picture.
    const last = canFilm ? 'Make a video' : 'Make an image';
    await expect(editor.outputs.getByRole('button', { name: `Open ${last} at full size` })).toBeVisible();
    await expect(
      editor.outputs.getByRole('button', { name: 'Open Transcribe · Captions at full size' }),
    ).toContainText('Good evening.');

    // What it took is on the nodes, by the heat map.
    await desk.keyboard.press('ControlOrMeta+k');
    await desk.getByRole('combobox', { name: /command/i }).fill('heat map');
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('region', { name: 'Heat map' })).toContainText('Of the last run');
    await expect(desk.locator('[data-heat-node]').first()).toBeVisible();

    await desk
      .getByRole('navigation', { name: 'Views of the project' })
      .getByRole('link', { name: 'Timeline' })
      .click();
    await desk.getByRole('button', { name: 'Start with empty tracks' }).click();
    await desk.getByRole('button', { name: 'Add files', exact: true }).click();
    await desk.getByRole('button', { name: /^Captions from / }).click();
    await expect(desk.getByRole('button', { name: /^Good evening\., / })).toBeVisible();
    await expect(desk.getByRole('button', { name: /^We begin\., / })).toBeVisible();
  } finally {
    await server.close();
  }
});
