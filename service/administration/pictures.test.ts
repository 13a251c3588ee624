import { utimes } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { insertFile } from '#service/files/rows.ts';
import { loadPicture } from '#service/storage/pictures.ts';
import { sharp } from '#native/testing/sharp.ts';
import { pictureHandlers } from './picture-handlers.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.open('in-process');
});
afterAll(() => service.close());

it('clears the stored pictures of files and nothing else; they are made again when they are asked for', async () => {
  const { context } = service;
  const { blobs } = context;
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c86' } })
    .png()
    .toBuffer();
  const { hash } = await blobs.write(bytes);
  const media = {
    accountId: service.accountId,
    contentType: 'image/webp',
    sizeBytes: 1,
    origin: 'upload',
  } as const;
  await insertFile(context, { ...media, blob: hash, filename: 'photo.png' });
  const preview = (await loadPicture(context, hash, 'preview'))!.blob;
  const thumbnail = (await loadPicture(context, hash, 'thumbnail'))!.blob;
  // Somebody has the small copy as a file of their own.
  await insertFile(context, { ...media, blob: thumbnail, filename: 'small.webp' });
  const handlers = pictureHandlers(context);
  // What was written in the last minutes is kept: a row may be on its way.
  expect(await handlers.clearPictures()).toEqual({ bytes: 0, files: 0 });
  for (const blob of [preview, thumbnail]) await utimes(blobs.pathOf(blob), 0, 0);
  const size = await blobs.size(preview);
  expect(await handlers.measurePictures()).toEqual({ bytes: size, files: 1 });
  expect(await handlers.clearPictures()).toEqual({ bytes: size, files: 1 });
  expect(await Promise.all([hash, preview, thumbnail].map((blob) => blobs.has(blob)))).toEqual([
    true,
    false,
    true,
  ]);
  expect(await handlers.measurePictures()).toEqual({ bytes: 0, files: 0 });
  expect((await loadPicture(context, hash, 'preview'))!.blob).toBe(preview);
  expect(await blobs.has(preview)).toBe(true);
});
