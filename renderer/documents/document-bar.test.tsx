import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { DocumentSaveMark } from './document-bar.tsx';
import { createFakeDesk, setItem, testDocument } from './testing/fake-desk.ts';

it('the mark says Saved locally of what is on the disk, and as on the canvas Only in this window of what cannot be written there', async () => {
  const desk = createFakeDesk(testDocument('a'));
  const session = await desk.open('one');
  await renderPage(<DocumentSaveMark session={session} />);
  await expect.element(page.getByText('Saved v1')).toBeVisible();
  const said: string[] = [];
  const button = page.getByRole('button').element();
  const watch = new MutationObserver(() => said.push(button.textContent));
  watch.observe(button, { subtree: true, childList: true, characterData: true });

  const goOn = desk.disks.stop();
  session.change('move a', setItem('a', { x: 1 }));
  await expect.element(page.getByText('Saving')).toBeVisible();
  await desk.pass(6000);
  await expect
    .element(
      page.getByRole('button', {
        name: /^Only in this window\. Patchbay on this computer does not answer.*in this window only: leave it open/,
      }),
    )
    .toBeVisible();
  expect(said).not.toContainEqual(expect.stringMatching(/^Saved/));

  desk.service.isAway = true;
  await goOn();
  await desk.pass(100);
  await expect.element(page.getByRole('button', { name: /^Offline/ })).toBeVisible();

  desk.journal.isFull = true;
  session.change('move a', setItem('a', { x: 2 }));
  await desk.pass(100);
  await expect
    .element(page.getByRole('button', { name: /^Only in this window\. The disk is full\./ }))
    .toBeVisible();
  expect(said).not.toContainEqual(expect.stringMatching(/^Saved/));
  desk.journal.isFull = false;
  desk.service.isAway = false;
  desk.tell({ kind: 'back' });
  await desk.pass(4000);
  await expect.element(page.getByRole('button', { name: /^Saved v3/ })).toBeVisible();
  watch.disconnect();
});

it('the mark asks what stands when the service went back, and asks again when it is pressed', async () => {
  const desk = createFakeDesk(testDocument('a'));
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  await session.flush();
  Object.assign(desk.service, { version: 1, document: testDocument('a') });
  await renderPage(<DocumentSaveMark session={session} />);
  await desk.pass(13_000);
  const question = page.getByRole('dialog', { name: 'The service went back to an older version' });
  await expect
    .element(question.getByText(/version 1 of this project; here it is at version 2\./))
    .toBeVisible();
  await page.getByRole('button', { name: 'Decide later' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Older on the service/ }).click();
  await page.getByRole('button', { name: 'Keep what is here' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await session.flush();
  expect([desk.service.document.items, desk.service.version]).toEqual([[{ id: 'a', x: 1 }], 2]);
});
