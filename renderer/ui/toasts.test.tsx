import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { showToast, useNoticesAbout, type ToastOptions } from './index.ts';

/** A page of a project; what fails there is reported from outside, as a response of the service is. */
function Project({ name, take }: { name: string; take: (show: (notice: ToastOptions) => void) => void }) {
  const show = useNoticesAbout(() => name);
  return (
    <button type="button" onClick={() => take(show)}>
      Run in {name}
    </button>
  );
}

function TwoProjects({ take }: { take: (show: (notice: ToastOptions) => void) => void }): ReactElement {
  const [name, setName] = useState('Spring titles');
  return (
    <>
      <button type="button" onClick={() => setName('Another project')}>
        Open another project
      </button>
      <Project key={name} name={name} take={take} />
    </>
  );
}

const failure: ToastOptions = {
  kind: 'error',
  title: 'The run was not started',
  description: 'The service is busy. Try again in a minute.',
  action: { label: 'Run the graph on screen', run: () => undefined },
};

async function inFirstProject(): Promise<(notice: ToastOptions) => void> {
  const shows: ((notice: ToastOptions) => void)[] = [];
  await renderPage(<TwoProjects take={(show) => shows.push(show)} />);
  await page.getByRole('button', { name: 'Run in Spring titles' }).click();
  return shows[0]!;
}
/** A notice is there a second time for screen readers. */
const notice = (text: string) => page.getByText(text).first();
const open = () => page.getByRole('button', { name: 'Open another project' }).click();

it('a notice about the open project goes when the project is left', async () => {
  const show = await inFirstProject();
  show(failure);
  await expect.element(notice('The run was not started')).toBeVisible();
  await expect.element(page.getByText('Run the graph on screen')).toBeVisible();
  await open();
  await expect.element(notice('The run was not started')).not.toBeInTheDocument();
});

it('one that comes after it was left says which project it is about, and offers nothing to do there', async () => {
  const show = await inFirstProject();
  await open();
  show(failure);
  await expect
    .element(notice('In “Spring titles”: The service is busy. Try again in a minute.'))
    .toBeVisible();
  expect(page.getByText('Run the graph on screen').elements()).toEqual([]);
});

/** Messages that are on the page now; each has one button that dismisses it, hidden while they are stacked. */
const messages = () => document.querySelectorAll('button[aria-label="Dismiss"]').length;

it('one cause is one message, however often it comes; another cause is another message', async () => {
  await renderPage(<p>A page</p>);
  const refused: ToastOptions = {
    kind: 'error',
    title: 'The file was not added',
    description: 'It is empty.',
  };
  for (let press = 0; press < 3; press += 1) showToast(refused);
  await expect.element(notice('The file was not added')).toBeVisible();
  expect(messages()).toBe(1);
  showToast({ ...refused, description: 'It is larger than 20 GB.' });
  await expect.poll(messages).toBe(2);
});

it('the messages of one action replace each other, whatever they say', async () => {
  const show = await inFirstProject();
  show({ ...failure, id: 'run' });
  show({ ...failure, id: 'run', description: 'Title is not set.' });
  await expect.element(notice('Title is not set.')).toBeVisible();
  expect(page.getByText('The service is busy. Try again in a minute.').elements()).toEqual([]);
  await open();
  await expect.element(notice('Title is not set.')).not.toBeInTheDocument();
});
