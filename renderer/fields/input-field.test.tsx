import { useRef, useState, type ReactElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { FileUploads } from './field-props.ts';
import { InputField, useFieldProblems, type FieldValue } from './index.ts';

/** A form of one field, as all forms are. */
function Form({ type, begin = null }: { type: string; begin?: FieldValue }): ReactElement {
  const [value, setValue] = useState(begin);
  const [sent, setSent] = useState(0);
  const { report, first, current } = useFieldProblems();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (current() === null) setSent(sent + 1);
      }}
    >
      <InputField
        input={{ label: 'Input', type: parsePinType(type) }}
        value={value}
        onValueChange={setValue}
        onProblem={(problem) => report('input', problem)}
      />
      <button type="submit" disabled={first !== null}>
        Run
      </button>
      <output aria-label="Value">{JSON.stringify(value)}</output>
      <output aria-label="Sent">{sent}</output>
    </form>
  );
}

const field = () => page.getByLabelText('Input', { exact: true });
const held = () => page.getByRole('status', { name: 'Value' });
const sent = () => page.getByRole('status', { name: 'Sent' });
const run = () => page.getByRole('button', { name: 'Run' });
async function expectValue(value: unknown): Promise<void> {
  await expect.element(held()).toHaveTextContent(JSON.stringify(value));
}
const SELECT_ALL = '{Control>}a{/Control}';

function paste(text: string): void {
  const target = document.activeElement as HTMLInputElement | HTMLTextAreaElement;
  // As the browser does it: an input event with the whole text, line ends included where the element takes them.
  document.execCommand('insertText', false, text);
  expect(document.activeElement).toBe(target);
}

it.each([
  ['text(multiline)', 'Two lines\nof a headline'],
  ['text', 'A name'],
  ['any', 'Anything'],
])(
  '%s keeps its element and the focus through typing, replacing and pasting, and its text stays whole',
  async (type, begin) => {
    await renderPage(<Form type={type} begin={{ type: 'string', value: begin }} />);
    await userEvent.click(field());
    const element = field().element();
    const long = 'The harbor before the rain, seen from the old crane';
    await userEvent.keyboard(`${SELECT_ALL}${long}`);
    await expectValue({ type: 'string', value: long });
    await userEvent.keyboard(`${SELECT_ALL}{Delete}`);
    await expectValue({ type: 'string', value: '' });
    await userEvent.keyboard('A');
    paste('\nB\nC');
    await expectValue({ type: 'string', value: 'A\nB\nC' });
    expect(field().element()).toBe(element);
    await expect.element(field()).toHaveFocus();
  },
);

it('Enter makes a line in a long text, and sends the form from a short one', async () => {
  const first = await renderPage(<Form type="text(multiline)" />);
  await userEvent.click(field());
  await userEvent.keyboard('A{Enter}B');
  await expectValue({ type: 'string', value: 'A\nB' });
  await expect.element(sent()).toHaveTextContent('0');
  await first.unmount();
  await renderPage(<Form type="text" />);
  await userEvent.click(field());
  await userEvent.keyboard('A{Shift>}{Enter}{/Shift}B{Enter}');
  await expectValue({ type: 'string', value: 'A\nB' });
  await expect.element(sent()).toHaveTextContent('1');
});

it('a long text grows with what is typed', async () => {
  await renderPage(<Form type="text(multiline)" />);
  const before = field().element().clientHeight;
  await field().fill('1\n2\n3\n4\n5\n6\n7\n8');
  expect(field().element().clientHeight).toBeGreaterThan(before + 40);
});

it.each([
  ['number(0..8192)', '{Control>}a{/Control}12,5', { type: 'number', value: 12.5 }],
  ['number(0..8192 step 1)', '{Control>}a{/Control}1,024', { type: 'number', value: 1024 }],
  ['color', '{Control>}a{/Control}#336699', { type: 'string', value: '#336699' }],
  ['color', '{Control>}a{/Control}teal', { type: 'string', value: 'teal' }],
  ['json', '{Control>}a{/Control}{{"a": [[1, 2]}', { type: 'json', value: { a: [1, 2] } }],
] as const)('%s takes what is typed a letter at a time: %s', async (type, keys, value) => {
  await renderPage(<Form type={type} />);
  await userEvent.click(field());
  const element = field().element();
  await userEvent.keyboard(keys);
  await expectValue(value);
  expect(field().element()).toBe(element);
  await expect.element(field()).toHaveFocus();
  await expect.element(run()).toBeEnabled();
});

it.each([
  ['number', '1,024', '“1,024” can be read in two ways. Write 1024, or 1.024 with a point.'],
  ['number', 'abc', '“abc” is not a number. Type a number, or a sum such as 1920/2.'],
  ['number(1..8192 step 1)', '12.5', '12.5 is not a whole number. Write 12 or 13.'],
  ['number(0..100)', '500', '500 is too large: 100 or less.'],
  ['color', 'blurple', /“blurp?l?e?” is not a color/],
  ['json', '7', 'Enter an object { } or a list [ ].'],
] as const)(
  '%s: %s stops the form beside the field, with what to write, and changes nothing',
  async (type, typed, sentence) => {
    const begin: FieldValue = type.startsWith('number') ? { type: 'number', value: 7 } : null;
    await renderPage(<Form type={type} begin={begin} />);
    await userEvent.click(field());
    await userEvent.keyboard(`${SELECT_ALL}${typed}`);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(run()).toBeDisabled();
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expectValue(begin);
    await userEvent.keyboard('{Enter}');
    await expect.element(sent()).toHaveTextContent('0');
  },
);

it('what is not finished stops the form at Enter', async () => {
  await renderPage(<Form type="number" begin={{ type: 'number', value: 7 }} />);
  await userEvent.click(field());
  await userEvent.keyboard(`${SELECT_ALL}5+{Enter}`);
  await expect.element(page.getByText(/is not finished/)).toBeVisible();
  await expect.element(sent()).toHaveTextContent('0');
  await userEvent.keyboard('1');
  await expectValue({ type: 'number', value: 6 });
  await expect.element(run()).toBeEnabled();
});

it('a choice keeps what is no choice any more until another one is chosen', async () => {
  await renderPage(<Form type="choice(cover|contain)" begin={{ type: 'string', value: 'fill' }} />);
  await expect.element(field()).toHaveTextContent('fill');
  await field().click();
  await page.getByRole('option', { name: 'contain' }).click();
  await expectValue({ type: 'string', value: 'contain' });
});

it('a switch is labelled and switched by keys', async () => {
  await renderPage(<Form type="boolean" />);
  page.getByRole('switch', { name: 'Input' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('switch', { name: 'Input' })).toBeChecked();
  await expectValue({ type: 'boolean', value: true });
});

it('a range has a slider, one of thousands of steps one around its value', async () => {
  const first = await renderPage(<Form type="number(0..100 step 1)" />);
  await expect.element(page.getByRole('slider', { name: 'Input, as a slider' })).toBeVisible();
  await expect.element(page.getByText('0 to 100, in whole steps.')).toBeVisible();
  await first.unmount();
  await renderPage(<Form type="number(1..16384 step 1)" />);
  await expect.element(field()).toBeVisible();
  await expect.element(page.getByRole('slider')).toHaveAttribute('max', '101');
});

/** A form whose values come back late, one after the other, as those of a document do. */
function LateForm({ begin }: { begin: number }): ReactElement {
  const [value, setValue] = useState<FieldValue>({ type: 'number', value: begin });
  const pending = useRef<FieldValue[]>([]);
  return (
    <>
      <InputField
        input={{ label: 'Input', type: parsePinType('number(1..16384 step 1)') }}
        value={value}
        onValueChange={(next) => void pending.current.push(next)}
        onProblem={() => undefined}
      />
      <button type="button" onClick={() => setValue(pending.current.shift() ?? null)}>
        Deliver
      </button>
    </>
  );
}

it('a slider keeps its ends while and after it moves, also where values come back late; a number beyond them moves them', async () => {
  await renderPage(<LateForm begin={500} />);
  const slider = page.getByRole('slider');
  const deliver = () => page.getByRole('button', { name: 'Deliver' }).click();
  await expect.element(slider).toHaveAttribute('max', '1000');
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight}{End}');
  await deliver();
  await expect.element(slider).toHaveAttribute('aria-valuenow', '501');
  await expect.element(slider).toHaveAttribute('max', '1000');
  await deliver();
  await expect.element(slider).toHaveAttribute('aria-valuenow', '1000');
  await expect.element(slider).toHaveAttribute('max', '1000');
  await field().fill('4000');
  await userEvent.keyboard('{Enter}');
  await deliver();
  await expect.element(slider).toHaveAttribute('aria-valuenow', '4000');
  await expect.element(slider).not.toHaveAttribute('max', '1000');
});

it.each([
  ['image', true],
  ['file', false],
])('a field of %s looks whether the format can be read: %s', async (type, isMedium) => {
  const sent: string[] = [];
  const uploads: FileUploads = {
    connectionId: 'local',
    checkFile: async () => null,
    checkMedium: async ({ name }) => `${name} is HEIC. Save it as JPEG.`,
    read: async () => ({ files: [], problems: [], text: null }),
    send: async ({ name }) => {
      sent.push(name);
      return 'file_1';
    },
    onBusy: () => undefined,
  };
  const input = { label: 'Photo', type: parsePinType(type) };
  const { container } = await renderPage(
    <InputField input={input} value={null} onValueChange={() => undefined} uploads={uploads} />,
  );
  const picker = container.querySelector('input[type="file"]');
  await userEvent.upload(picker as HTMLInputElement, new File(['heic'], 'a.heic'));
  const alert = () => container.querySelector('[role="alert"]')?.textContent ?? null;
  await expect
    .poll(() => [alert(), ...sent])
    .toEqual(isMedium ? ['a.heic is HEIC. Save it as JPEG.'] : [null, 'a.heic']);
});

/** Files as this computer lists them: of two with equal bytes, and of every kind. */
function listLibraryFiles(desk: DeskStandIn): void {
  const file = (fileId: string, filename: string, contentType: string, sha256: string, day: number) => ({
    fileId,
    connectionId: 'local',
    projectId: null,
    filename,
    contentType,
    sizeBytes: 2048,
    origin: 'upload' as const,
    createdAt: `2026-01-0${day}T00:00:00Z`,
    sha256,
  });
  desk.desk('listFiles', () => ({
    files: [
      file('file_1', 'Harbor.png', 'image/png', 'a', 1),
      file('file_2', 'Harbor copy.png', 'image/png', 'a', 2),
      file('file_3', 'Café.jpg', 'image/jpeg', 'b', 3),
      file('file_4', 'Waves.wav', 'audio/wav', 'c', 4),
    ],
  }));
}

const uploads: FileUploads = {
  connectionId: 'local',
  checkFile: async () => null,
  checkMedium: async () => null,
  read: async () => ({ files: [], problems: [], text: null }),
  send: async () => 'file_new',
  onBusy: () => undefined,
};

it('a file field takes a file that is there already: of its kind, equal ones once, found without accents', async () => {
  const desk = standInForDesk();
  onTestFinished(() => desk.restore());
  listLibraryFiles(desk);
  const taken: FieldValue[] = [];
  const input = { label: 'Photo', type: parsePinType('image') };
  await renderPage(
    <InputField input={input} value={null} onValueChange={(value) => taken.push(value)} uploads={uploads} />,
  );
  await page.getByRole('combobox', { name: 'Files for Photo' }).click();
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  await expect.poll(options).toEqual(['Café.jpg2 kB', 'Harbor copy.png2 kB']);
  await page.getByRole('combobox', { name: 'Search files' }).fill('cafe');
  await expect.poll(options).toEqual(['Café.jpg2 kB']);
  await userEvent.keyboard('{Enter}');
  expect(taken).toEqual([
    { type: 'file', file: { fileId: 'file_3', filename: 'Café.jpg', contentType: 'image/jpeg' } },
  ]);
});

it('says that no file is of the kind that a field takes', async () => {
  const desk = standInForDesk();
  onTestFinished(() => desk.restore());
  listLibraryFiles(desk);
  const input = { label: 'Clip', type: parsePinType('video') };
  await renderPage(
    <InputField input={input} value={null} onValueChange={() => undefined} uploads={uploads} />,
  );
  await page.getByRole('combobox', { name: 'Files for Clip' }).click();
  await expect.element(page.getByText('No file here is of the kind that this input takes.')).toBeVisible();
});
