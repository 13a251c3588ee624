import { expect, test } from 'vitest';
import { isViewable } from './viewable-files.ts';

test.each(
  'photo.jfif Photo.JPG still.jxl moving.apng photo.hif photo.heif clip.m2t clip.3gp clip.ogv voice.opus voice.oga book.m4b loop.aiff notes.srt table.csv'.split(
    ' ',
  ),
)('%s is shown by the program of the system for it', (name) => {
  expect(isViewable(name)).toBe(true);
});

test.each(
  'run.exe run.bat run.ts drawing.svg page.html page.xml packed.zip name photo.jfif.exe .png x.jfif~'.split(
    ' ',
  ),
)('%s could run or lead elsewhere, so a person saves it first', (name) => {
  expect(isViewable(name)).toBe(false);
});
