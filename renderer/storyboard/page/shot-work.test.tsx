// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord, Upload } from '#shared/desk/index.ts';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { TooltipProvider } from '#renderer/ui/index.ts';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [QUAY] }));
});
afterEach(() => desk.restore());

const QUAY: FileRecord = {
  connectionId: 'local',
  fileId: 'file_quay',
  filename: 'quay.png',
  contentType: 'image/png',
  projectId: null,
  sizeBytes: 10,
  origin: 'upload',
  createdAt: '2026-01-01T10:00:00Z',
};
const withQuay = [{ id: 'p', media: { fileId: QUAY.fileId } }];

async function open(sequences: unknown[]): Promise<void> {
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `work_${project}`,
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: 0 },
  }));
  const go = vi.fn<() => void>();
  await renderPage(
    <TooltipProvider delay={0}>
      <StoryboardPage
        connectionId="local"
        projectId={`work_${project}`}
        links={{ toTimeline: go, toNode: go, toRun: go }}
      />
    </TooltipProvider>,
  );
}
async function show(sequences: unknown[]): Promise<void> {
  await open(sequences);
  await expect.element(shots().first()).toBeVisible();
}
const shots = () => page.getByRole('article', { name: /^Shot/ });
const frames = () => page.getByRole('button', { name: /^Frame of shot/ });
const button = (name: string) => shots().first().getByRole('button', { name });

/** The n-th file of this computer, which the service has. */
const uploaded = (count: number): Upload => ({
  id: `upload_${count}`,
  connectionId: 'local',
  projectId: null,
  nodeId: null,
  input: null,
  settled: false,
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes: 5,
  receivedBytes: 5,
  sentBytes: 5,
  progress: 1,
  state: 'done',
  fileId: `file_${count}`,
  error: null,
  problem: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
});

/** A file of the library dropped where it is let go. */
function dropQuay(target: Element, file: FileRecord = QUAY): void {
  const fire = (type: string): boolean => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData(DRAG_FILE, JSON.stringify(file));
    return target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  };
  expect([fire('dragover'), fire('drop')]).toEqual([false, false]);
}

it('moves nothing when a shot is pressed: a button is where it was when the press is let go', async () => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle', panels: withQuay }] }]);
  const parts = [...shots().first().element().querySelectorAll('button[aria-label], textarea')].filter(
    (part) => !part.closest('ol ol'),
  );
  const places = () =>
    parts.map((part) => `${part.ariaLabel} ${Object.values(part.getBoundingClientRect().toJSON()).join()}`);
  // Letters of the first page of a run are wider or narrower once their font is there.
  await document.fonts.ready;
  const before = places();
  expect(before.length).toBeGreaterThan(4);
  await frames().first().click();
  await expect.element(shots().first()).toHaveAccessibleName(/selected$/);
  expect(places()).toEqual(before);
});

it('takes a file dropped anywhere on the card of a shot', async () => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }, { id: '2' }] }]);
  dropQuay(shots().nth(1).getByLabelText('What happens').element());
  await expect.element(page.getByRole('button', { name: 'Frame of shot 1.2: quay.png' })).toBeVisible();
  expect(shots().elements()).toHaveLength(2);
});

it('offers a shot of each where several pictures are dropped on one, and takes that back with the drop', async () => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
  let count = 0;
  desk.upload(() => {
    count += 1;
    return uploaded(count);
  });
  desk.desk('getUpload', () => uploaded(count));
  desk.desk('settleUpload', () => uploaded(count));
  const dataTransfer = new DataTransfer();
  for (const name of ['a.png', 'b.png', 'c.png']) {
    dataTransfer.items.add(new File([name], name, { type: 'image/png' }));
  }
  // A system says no type of some sounds.
  dataTransfer.items.add(new File(['d'], 'd.flac'));
  frames()
    .first()
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  const notice = page.getByText('3 pictures became panels of shot 1.1');
  await expect.element(notice).toBeVisible();
  await page.getByRole('button', { name: 'Make a shot of each' }).click();
  await expect.element(shots().nth(2)).toBeVisible();
  expect(shots().elements()).toHaveLength(3);
  await expect.element(notice).not.toBeInTheDocument();
});

it('makes a shot of a file dropped on an empty place, in the scene that is there', async () => {
  await show([
    { id: 'a', name: 'Pier', shots: [{ id: '1' }] },
    { id: 'b', shots: [{ id: '1' }] },
  ]);
  dropQuay(page.getByRole('button', { name: 'Add shot to Pier' }).element());
  await expect.element(page.getByRole('button', { name: 'Frame of shot 1.2: quay.png' })).toBeVisible();
  dropQuay(page.getByRole('list', { name: 'Shots of Scene 2' }).element().closest('[data-board]')!);
  await expect.element(shots().nth(3)).toHaveAccessibleName(/^Shot 2\.2,/);
  await page.getByRole('button', { name: 'Undo: add 1 shot' }).click();
  expect(shots().elements()).toHaveLength(3);
});

it('makes the first scene of a file that is dropped where there is none yet', async () => {
  await open([]);
  const start = page.getByRole('button', { name: 'Start a storyboard' });
  await expect.element(start).toBeVisible();
  dropQuay(start.element());
  await expect.element(page.getByRole('button', { name: 'Frame of shot 1.1: quay.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: add 1 shot' }).click();
  await expect.element(start).toBeVisible();
});

it('says where a file can be dropped when it is dropped beside the board', async () => {
  await show([{ id: 'a', shots: [{ id: '1' }] }]);
  dropQuay(page.getByRole('toolbar', { name: 'Storyboard' }).element());
  await expect
    .element(page.getByText(/^Drop it on a shot, or on an empty place of the board/).first())
    .toBeVisible();
});

it('opens the notes of a shot with the cursor in them', async () => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
  await button('Notes').click();
  await userEvent.keyboard('From above');
  await expect.element(shots().first().getByRole('textbox', { name: 'Notes' })).toHaveValue('From above');
  await frames().first().click();
  await button('Notes').click();
  await expect.element(shots().first().getByRole('textbox', { name: 'Notes' })).toHaveFocus();
});

it('opens the animatic with the focus on its play button and no note over the words', async () => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle', durationSeconds: 60 }] }]);
  await frames().first().click();
  await userEvent.keyboard(' ');
  const player = page.getByRole('dialog', { name: 'Animatic' });
  await expect.element(player.getByRole('button', { name: /^(Play|Pause)$/ })).toHaveFocus();
  await expect.element(player.getByText(/ \/ 1:00$/)).toBeVisible();
  // One that was open may still be on its way out.
  await expect.poll(() => document.querySelector('[data-tooltip]')).toBeNull();
});

it('lists shots without a picture as hints when the board is checked', async () => {
  await show([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'Kettle' },
        { id: '2', description: 'Cup', panels: withQuay },
        { id: '3', name: 'Steam' },
      ],
    },
  ]);
  desk.api(endpoints.storyboards.validate, ({ body }) => ({
    document: endpoints.storyboards.validate.body.parse(body).document,
    summary: { mediaCount: 1, sceneCount: 1, shotCount: 3 },
    valid: true,
  }));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(page.getByText('2 shots have no picture yet')).toBeVisible();
  const hint = (place: number) => shots().nth(place).getByText('It has no picture yet.');
  await expect.element(hint(0)).toBeVisible();
  await expect.element(hint(2)).toBeVisible();
  await expect.element(hint(1)).not.toBeInTheDocument();
});

it('names how a shot comes in, with its length, and marks it between the cards', async () => {
  await show([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'Kettle', transition: 'dissolve' },
        { id: '2', description: 'Cup', transition: 'dissolve', durationSeconds: 0.6 },
        { id: '3', transition: 'fade' },
        { id: '4' },
      ],
    },
  ]);
  const transition = (place: number) => shots().nth(place).getByRole('combobox', { name: 'How it comes in' });
  await expect.element(transition(0)).toHaveTextContent('In: Dissolve, with nothing before it');
  await expect.element(transition(1)).toHaveTextContent('In: Dissolve, 0.3 s');
  await expect.element(transition(2)).toHaveTextContent('In: Fade from black, 0.5 s');
  await expect.element(transition(3)).toHaveTextContent('In: Cut');
  const marks = shots()
    .elements()
    .map((shot) => shot.querySelector('[data-mark]')?.getAttribute('data-mark') ?? null);
  expect(marks).toEqual([null, 'dissolve', 'fade', null]);
});

it('lists what making the timeline would leave behind when the board is checked', async () => {
  await show([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'Quay', panels: [...withQuay, { id: 'q', media: { fileId: QUAY.fileId } }] },
        { id: '2', description: 'Rain', panels: withQuay, transition: 'wipe' },
        { id: '3', description: 'Cup', panels: withQuay, transition: 'dissolve' },
      ],
    },
  ]);
  desk.api(endpoints.storyboards.validate, ({ body }) => ({
    document: endpoints.storyboards.validate.body.parse(body).document,
    summary: { mediaCount: 4, sceneCount: 1, shotCount: 3 },
    valid: true,
  }));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect
    .element(page.getByText('2 shots have something that does not come to a timeline'))
    .toBeVisible();
  const hint = (place: number, text: RegExp) => shots().nth(place).getByText(text);
  await expect.element(hint(0, /^A timeline takes its first picture\./)).toBeVisible();
  await expect.element(hint(1, /^It begins with a wipe, which becomes a cut/)).toBeVisible();
  await expect.element(hint(2, /timeline/)).not.toBeInTheDocument();
});

it('has what can be done with a shot behind a button of its card, by pointer and by keys', async () => {
  await show([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'Kettle' },
        { id: '2', description: 'Quay', panels: withQuay },
      ],
    },
  ]);
  await frames().first().click();
  await page.getByRole('button', { name: 'More for shot 1.2' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Split the shot into two/ })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /^Delete shot/ })).toBeVisible();
  // The file was put in from elsewhere: no run made it.
  expect(page.getByRole('menuitem', { name: /that made the picture/ }).elements()).toHaveLength(0);
  await page.getByRole('menuitem', { name: /^Duplicate shot/ }).click();
  await expect.element(shots().nth(2)).toHaveAccessibleName(/Quay/);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  (page.getByRole('button', { name: 'More for shot 1.1' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: /^Delete shot/ }).click();
  await expect.element(shots().first()).toHaveAccessibleName(/Quay/);
  expect(shots().elements()).toHaveLength(2);
});

it.each(UNREADABLE_FILES.filter(({ isNamed }) => isNamed))(
  'makes no frame of $name, and says what it is',
  async ({ name, file, sentence }) => {
    await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
    dropQuay(shots().first().getByLabelText('What happens').element(), {
      ...QUAY,
      filename: name,
      contentType: file().type,
    });
    await expect.element(page.getByText(sentence).first()).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `Frame of shot 1.1: ${name}` }))
      .not.toBeInTheDocument();
  },
);

it.each(UNREADABLE_FILES)('makes no frame of $name of this computer either', async ({ file, sentence }) => {
  await show([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
  const target = shots().first().getByLabelText('What happens').element();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file());
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  await expect.element(page.getByText(sentence).first()).toBeVisible();
});
