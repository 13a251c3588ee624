// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RunThumbnails, type ThumbnailOutput } from './run-thumbnails.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
});
afterEach(() => desk.restore());

const output = (
  title: string,
  kind: ThumbnailOutput['kind'],
  excerpt: string | null,
  fileId: string | null = null,
): ThumbnailOutput => ({ id: title, connectionId: 'local', title, kind, fileId, excerpt });

it('what is text, a number or JSON stands beside a picture as itself, never as an empty box', async () => {
  await renderPage(
    <RunThumbnails
      outputs={[
        output('Poster', 'image', null, 'file_1.png'),
        output('Headline', 'text', 'Golden hour'),
        output('Count', 'number', '1234567'),
      ]}
    />,
  );
  await expect.element(page.getByText('Golden hour')).toBeVisible();
  await expect.element(page.getByText('1,234,567')).toBeVisible();
});

it('an empty text says so, and a sound is one at a glance', async () => {
  await renderPage(
    <RunThumbnails
      outputs={[output('Caption', 'text', '  '), output('Voice', 'audio', null, 'file_2.wav')]}
    />,
  );
  await expect.element(page.getByText('Empty text')).toBeVisible();
  expect(document.querySelector('[title="Voice"] svg')).not.toBeNull();
});

it('the beginning of JSON is its tile', async () => {
  await renderPage(<RunThumbnails outputs={[output('Facts', 'json', '{"width":640}')]} />);
  await expect.element(page.getByText('{"width":640}')).toBeVisible();
});

it('several texts leave a narrow row room for its own words, and none sticks out of it', async () => {
  await renderPage(
    <div data-row style={{ display: 'flex', width: 240 }}>
      <span style={{ flex: 1, minWidth: 0 }}>Finished</span>
      <RunThumbnails
        outputs={[
          output('Language', 'text', 'en'),
          output('Text', 'text', 'Good evening. We begin where we stopped.'),
          output('Times', 'json', '[{"from":0,"to":0.4,"words":"Good evening."}]'),
        ]}
      />
    </div>,
  );
  const row = document.querySelector('[data-row]')!.getBoundingClientRect();
  const json = page
    .getByText(/^\[\{"from"/)
    .element()
    .getBoundingClientRect();
  expect(json.right).toBeLessThanOrEqual(row.right);
  expect(page.getByText('Finished').element().getBoundingClientRect().width).toBeGreaterThan(80);
});
