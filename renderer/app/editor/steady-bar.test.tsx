// @module-tag long
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Button, SaveMark } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { RunText } from './run-text.tsx';
import workbench from '../parts/workbench.module.css';
import css from './editor-top-bar.module.css';

afterEach(() => page.viewport(1440, 900));

const run = words.bar.run;
const RUNNING = [
  { full: run.run, short: run.run },
  { full: words.runs.runNodes(1, true), short: run.run },
  { full: words.runs.runNodes(44, false), short: run.run },
  { full: 'Run 12 of 34 nodes', short: 'Run 12 of 34' },
  { full: 'Run again', short: 'Run again' },
  { full: 'Run · 30 credits', short: 'Run · 30 credits' },
  { full: run.stop, short: run.stop },
  { full: run.stopping, short: run.stopping },
  // More than anybody measured: it moves nothing.
  { full: 'Run 1,000 of 1,200 nodes · 3,000 credits', short: 'Run 1,000 of 1,200' },
];
const { saving } = words;
const SAVING = [
  saving.saved(1),
  saving.saved(12_345),
  saving.locally,
  saving.saving,
  saving.notSaved,
  saving.onlyHere,
  saving.offlineWaiting(3),
];

/** The bar as the graph has it, with plain buttons for those that say the same at all times. */
const Bar = ({ saved, text }: { saved: string; text: (typeof RUNNING)[number] }): ReactElement => (
  <header className={workbench['bar']}>
    <Button size="small">Projects</Button>
    <span className={css['steps']}>
      <Button size="small">Undo</Button>
    </span>
    <span className={css['save']}>
      <SaveMark
        icon={<svg />}
        text={saved}
        detail="Detail."
        tone="plain"
        kind="saved"
        onPress={() => undefined}
      />
    </span>
    <span className={css['aside']}>
      <Button size="small">Queue</Button>
    </span>
    <Button size="small">Live</Button>
    <Button size="small" variant="run">
      <RunText icon={<svg />} {...text} />
    </Button>
    <Button size="small">Ways</Button>
  </header>
);

const edges = (): number[] =>
  page
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect().left);

it.each([1440, 1024])(
  'nothing of the bar moves while it is saved and runs, %i pixels wide',
  async (width) => {
    await page.viewport(width, 800);
    const view = await renderPage(<Bar saved={saving.saving} text={RUNNING[0]!} />);
    await expect.element(page.getByRole('button', { name: 'Ways' })).toBeVisible();
    await document.fonts.ready;
    const before = edges();
    expect(before).toHaveLength(7);
    for (const saved of SAVING) {
      await view.rerender(<Bar saved={saved} text={RUNNING[0]!} />);
      expect([saved, edges()]).toEqual([saved, before]);
    }
    for (const text of RUNNING) {
      await view.rerender(<Bar saved={saving.saving} text={text} />);
      expect([text, edges()]).toEqual([text, before]);
    }
  },
);

/** What is seen of a text: the words on its first line. */
function seenWords(text: Element): string {
  const { top, bottom } = text.getBoundingClientRect();
  const range = document.createRange();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let seen = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    Array.from(node.textContent ?? '').forEach((character, index) => {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const box = range.getBoundingClientRect();
      if (box.top < (top + bottom) / 2 && box.bottom > top) seen += character;
    });
  }
  return seen.trim();
}

it.each([1440, 1024])('no word or number on the Run button is cut, %i pixels wide', async (width) => {
  await page.viewport(width, 800);
  const view = await renderPage(<Bar saved={saving.saving} text={RUNNING[0]!} />);
  await document.fonts.ready;
  const priced = ['0.000123', '30', '12,345.67', '1,234,567'].map((price) => `Run · ${price} credits`);
  for (const label of [...RUNNING.map(({ short }) => short), ...priced, 'Run 1,000 of 1,200']) {
    await view.rerender(<Bar saved={saving.saving} text={{ full: label, short: label }} />);
    const texts = [...document.querySelectorAll('[class*="words"] > span')];
    const text = texts.find((one) => one.getBoundingClientRect().width > 0)!;
    expect([label, text.scrollWidth <= text.clientWidth]).toEqual([label, true]);
    const seen = seenWords(text);
    // All of it, or all but its unit; a count of so many nodes goes as a whole.
    const counted = label === 'Run 1,000 of 1,200' ? ['Run'] : [];
    expect([label, label.replace(/ (credits|nodes)$/, ''), ...counted]).toContain(seen);
  }
  // What a run of one or two pictures usually costs has its unit in every window.
  for (const label of ['Run · 0.5 credits', 'Run · 0.05 credits', 'Run · 30 credits', 'Run · 12.5 credits']) {
    await view.rerender(<Bar saved={saving.saving} text={{ full: label, short: label }} />);
    const texts = [...document.querySelectorAll('[class*="words"] > span')];
    expect(seenWords(texts.find((one) => one.getBoundingClientRect().width > 0)!)).toBe(label);
  }
});

it('the words that are measured are read by nobody', async () => {
  await renderPage(
    <Button>
      <RunText icon={<svg />} full="Run 2 nodes" short="Run" />
    </Button>,
  );
  await expect.element(page.getByRole('button', { name: 'Run 2 nodes', exact: true })).toBeVisible();
});
