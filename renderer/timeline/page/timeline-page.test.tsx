import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { TimelinePage } from './timeline-page.tsx';

let desk: DeskStandIn;
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const clip = (id: string, startTime: number, duration: number, change = {}) => ({
  id,
  trackId: 'V1',
  name: id,
  filename: `${id}.mov`,
  startTime,
  duration,
  ...change,
});

const respondWith = (timeline: Record<string, unknown>, counts = { clipCount: 2, trackCount: 1 }) =>
  desk.api(endpoints.timelines.get, () => ({
    projectId: `prj_${project}`,
    version: 1,
    document: { serviceType: 'timeline', version: 1, timeline },
    summary: { ...counts, durationSeconds: 20 },
  }));

const show = (onImport = vi.fn<() => void>(), onShowShot = vi.fn<(shotId: string) => void>()) =>
  renderPage(
    <div style={{ width: 900, height: 480 }}>
      <TimelinePage
        connectionId="local"
        projectId={`prj_${project}`}
        onImport={onImport}
        onShowShot={onShowShot}
      />
    </div>,
  );
const widthOf = (name: RegExp) => page.getByRole('button', { name }).element().getBoundingClientRect().width;

it('shows clips to scale and their times, by pointer and by keys', async () => {
  respondWith({
    tracks: [{ id: 'V1', name: 'Picture' }],
    clips: [clip('first', 0, 5), clip('second', 10, 10, { storageType: 'placeholder' })],
  });
  await show();
  await expect.element(page.getByRole('list', { name: 'Picture' })).toBeVisible();
  expect(widthOf(/^second/) / widthOf(/^first/)).toBeCloseTo(2, 1);

  await page.getByRole('button', { name: /^first, Video, from 0 seconds, 5 seconds long/ }).click();
  await expect.element(page.getByText('first.mov', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await expect.element(page.getByRole('button', { name: /^second, Video, missing/ })).toHaveFocus();
  await expect.element(page.getByText('Its file “second.mov” is missing')).toBeVisible();
  await expect.element(page.getByLabelText('Out', { exact: true })).toHaveValue('00:00:20:00');
});

it('steps by arrows as the buttons of the monitor say, also while a clip has the focus', async () => {
  respondWith({ tracks: [{ id: 'V1' }], clips: [clip('first', 0, 5), clip('second', 10, 10)] });
  await show();
  const first = page.getByRole('button', { name: /^first/ });
  const time = page.getByRole('timer', { name: 'Playhead' });
  await first.click();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowRight}');
      return time.element().textContent;
    })
    .not.toBe('00:00:00:00');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(time).toHaveTextContent('00:00:00:01');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(time).toHaveTextContent('00:00:01:01');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(time).toHaveTextContent('00:00:10:00');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(time).toHaveTextContent('00:00:05:00');
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAttribute('aria-pressed', 'true');
  // From the button that steps as well.
  await page.getByRole('button', { name: 'Next frame' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(time).toHaveTextContent('00:00:05:02');
});

it('goes from clip to clip by keys, and with Shift selects on the way', async () => {
  respondWith({
    tracks: [{ id: 'V1' }, { id: 'V2' }],
    clips: [clip('first', 0, 5), clip('second', 10, 10), { ...clip('over', 11, 2), trackId: 'V2' }],
  });
  await show();
  const named = (name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });
  await named('first').click();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await expect.element(named('second')).toHaveFocus();
  await expect.element(named('first')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  await expect.element(named('over')).toHaveFocus();
  await expect.element(named('second')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(named('over')).toHaveAttribute('aria-pressed', 'true');
});

it('zooms around the clip that has the focus', async () => {
  respondWith({ tracks: [{ id: 'V1' }], clips: [clip('first', 0, 5), clip('second', 10, 10)] });
  await show();
  await page.getByRole('button', { name: /^second/ }).click();
  const before = page
    .getByRole('button', { name: /^second/ })
    .element()
    .getBoundingClientRect();
  await userEvent.keyboard('+');
  await expect.poll(() => widthOf(/^second/)).toBeGreaterThan(before.width * 1.4);
  const after = page
    .getByRole('button', { name: /^second/ })
    .element()
    .getBoundingClientRect();
  expect(Math.abs(after.left - before.left)).toBeLessThan(3);
  await userEvent.keyboard('0');
  await expect.poll(() => widthOf(/^second/)).toBeCloseTo(before.width, 0);
});

it('zooms around the pointer by the wheel with Ctrl, also from where all of it fits', async () => {
  respondWith({ tracks: [{ id: 'V1' }], clips: [clip('first', 0, 5), clip('second', 10, 10)] });
  await show();
  const second = page.getByRole('button', { name: /^second/ });
  await expect.element(second).toBeVisible();
  const before = second.element().getBoundingClientRect();
  const middle = before.left + before.width / 2;
  const at = { bubbles: true, cancelable: true, clientX: middle, clientY: before.top + 5 };
  second.element().dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -240, ctrlKey: true }));
  await expect.poll(() => widthOf(/^second/)).toBeGreaterThan(before.width * 2);
  await expect
    .poll(() => {
      const { left, width } = second.element().getBoundingClientRect();
      return Math.abs(left + width / 2 - middle);
    })
    .toBeLessThan(3);
});

it('mounts only what is near the view', async () => {
  const clips = Array.from({ length: 5000 }, (_, index) => clip(`clip-${index}`, index * 2, 2));
  respondWith({ tracks: [{ id: 'V1' }], clips });
  await show();
  await expect.element(page.getByRole('button', { name: /^clip-0,/ })).toBeVisible();
  // Thousands of clips on a few hundred pixels: those that nobody could tell apart are drawn once.
  expect(page.getByRole('listitem').elements().length).toBeLessThan(500);
  (page.getByRole('button', { name: /^clip-0,/ }).element() as HTMLElement).focus();
  for (let step = 0; step < 18; step += 1) await userEvent.keyboard('+');
  await expect.poll(() => widthOf(/^clip-0,/)).toBeGreaterThan(100);
  await expect.poll(() => page.getByRole('listitem').elements().length).toBeLessThan(60);
});

it('names every problem of a timeline that is not sound', async () => {
  respondWith({
    tracks: [{ id: 'V1' }],
    clips: [clip('first', -1, 5), { ...clip('x', 0, 1), trackId: 'gone' }],
  });
  await show();
  await expect.element(page.getByText('This timeline has 2 problems and cannot be shown')).toBeVisible();
  await expect.element(page.getByText('There is no track with the id "gone".')).toBeVisible();
});

it('teaches how a timeline comes in when there is none', async () => {
  respondWith({ tracks: [], clips: [] }, { clipCount: 0, trackCount: 0 });
  const onImport = vi.fn<() => void>();
  await show(onImport);
  await page.getByRole('button', { name: 'Import an edit…' }).click();
  expect(onImport).toHaveBeenCalled();
});

it('is made from the storyboard where that has shots, and only there', async () => {
  respondWith({ tracks: [], clips: [] }, { clipCount: 0, trackCount: 0 });
  const onMake = vi.fn<() => void>();
  const view = await show();
  await expect.element(page.getByRole('button', { name: 'Import an edit…' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Make from the storyboard' }))
    .not.toBeInTheDocument();
  await view.unmount();
  await renderPage(
    <TimelinePage
      connectionId="local"
      projectId={`prj_${project}`}
      onImport={() => undefined}
      onMakeFromStoryboard={onMake}
    />,
  );
  await page.getByRole('button', { name: 'Make from the storyboard' }).click();
  expect(onMake).toHaveBeenCalledOnce();
});

const ofShot = (shotId: string) => ({ ext: { patchbay: { version: 1, shotId } } });

it('leads from a clip to its shot, by a button and by the menu', async () => {
  respondWith({
    tracks: [{ id: 'V1' }],
    clips: [clip('first', 0, 5), clip('second', 10, 10, ofShot('a/2'))],
  });
  const onShowShot = vi.fn<(shotId: string) => void>();
  await show(undefined, onShowShot);
  await page.getByRole('button', { name: /^first,/ }).click();
  expect(page.getByRole('button', { name: 'Show the shot' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: /^second,/ }).click();
  const toShot = page.getByRole('button', { name: 'Show the shot' });
  const panel = page.getByRole('complementary', { name: 'Clip' });
  const left = (one: { element: () => Element }): number => one.element().getBoundingClientRect().left;
  // It stands in line with what is below it.
  expect(left(toShot)).toBe(left(panel.getByLabelText('Name')));
  await toShot.click();
  await page.getByRole('button', { name: /^second,/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show the shot' }).click();
  expect(onShowShot.mock.calls).toEqual([['a/2'], ['a/2']]);
});

it('selects all clips of the shot that the storyboard asked for', async () => {
  respondWith({
    tracks: [{ id: 'V1' }],
    clips: [clip('first', 0, 5), clip('late', 12, 8, ofShot('2')), clip('early', 10, 2, ofShot('2'))],
  });
  sendIntent({ kind: 'show-clips-of-shot', connectionId: 'local', projectId: `prj_${project}`, shotId: '2' });
  await show();
  await expect.element(page.getByRole('button', { name: /^early,/ })).toHaveFocus();
  await expect.element(page.getByText('2 clips', { exact: true })).toBeVisible();
});

it('says when nothing is made of that shot', async () => {
  respondWith({ tracks: [{ id: 'V1' }], clips: [clip('first', 0, 5)] });
  sendIntent({ kind: 'show-clips-of-shot', connectionId: 'local', projectId: `prj_${project}`, shotId: '2' });
  await show();
  await expect.poll(() => document.body.textContent).toContain('This shot is not on the timeline');
});

it('selects the clip that another page asked for, and says when it is gone', async () => {
  respondWith({ tracks: [{ id: 'V1' }], clips: [clip('first', 0, 5), clip('second', 10, 2)] });
  sendIntent({ kind: 'show-clip', connectionId: 'local', projectId: `prj_${project}`, clipId: 'second' });
  await show();
  await expect.element(page.getByRole('button', { name: /^second,/ })).toHaveFocus();
  sendIntent({ kind: 'show-clip', connectionId: 'local', projectId: `prj_${project}`, clipId: 'gone' });
  await expect.poll(() => document.body.textContent).toContain('This clip is no longer on the timeline');
});
