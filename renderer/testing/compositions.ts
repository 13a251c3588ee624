import { expect } from 'vitest';

/** One event of a composition, as a browser reports it. */
type Step =
  | { type: 'compositionstart' | 'compositionend' | 'input'; data: string }
  | { type: 'keydown' | 'keyup'; key: string; code: string; keyCode: number; isComposing: boolean };

/** Keys that choose words, give them up or move among them. */
const ANSWERED: readonly { key: string; keyCode: number }[] = [
  { key: 'Enter', keyCode: 13 },
  { key: 'Escape', keyCode: 27 },
  { key: 'ArrowDown', keyCode: 40 },
  { key: 'Tab', keyCode: 9 },
];

const LANGUAGES: Readonly<Record<string, { typed: string; words: string }>> = {
  Japanese: { typed: 'みなと', words: '港' },
  Chinese: { typed: 'gang', words: '港' },
  Korean: { typed: 'ㅎㅏㅇ', words: '항' },
  // Dead keys are a composition on a Mac.
  'dead key': { typed: '´', words: 'é' },
};

/** What is reported around the key that ends a composition, by system. */
const ORDERS: Readonly<
  Record<string, (key: { key: string; keyCode: number }, words: string) => readonly Step[]>
> = {
  'Chromium on macOS': ({ key }, words) => [
    { type: 'keydown', key, code: key, keyCode: 229, isComposing: true },
    { type: 'input', data: words },
    { type: 'compositionend', data: words },
    { type: 'keyup', key, code: key, keyCode: 13, isComposing: false },
  ],
  'Chromium on Windows and Linux': ({ key }, words) => [
    { type: 'keydown', key: 'Process', code: key, keyCode: 229, isComposing: true },
    { type: 'input', data: words },
    { type: 'compositionend', data: words },
    { type: 'keyup', key, code: key, keyCode: 13, isComposing: false },
  ],
  Firefox: ({ key, keyCode }, words) => [
    { type: 'keydown', key, code: key, keyCode, isComposing: true },
    { type: 'input', data: words },
    { type: 'compositionend', data: words },
    { type: 'keyup', key, code: key, keyCode, isComposing: false },
  ],
  Safari: ({ key }, words) => [
    { type: 'input', data: words },
    { type: 'compositionend', data: words },
    { type: 'keydown', key, code: key, keyCode: 229, isComposing: false },
    { type: 'keyup', key, code: key, keyCode: 13, isComposing: false },
  ],
  'Safari without the code of input methods': ({ key, keyCode }, words) => [
    { type: 'input', data: words },
    { type: 'compositionend', data: words },
    { type: 'keydown', key, code: key, keyCode, isComposing: false },
    { type: 'keyup', key, code: key, keyCode, isComposing: false },
  ],
};

const isPlainField = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

/** Puts text into a field as an input method does. */
function compose(field: HTMLInputElement | HTMLTextAreaElement, text: string, data: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React sees a change of the value only behind its own setter.
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText', data, isComposing: true }),
  );
}

function play(field: HTMLInputElement | HTMLTextAreaElement, before: string, step: Step): void {
  if (step.type === 'input') {
    compose(field, before + step.data, step.data);
  } else if ('key' in step) {
    const { type, ...init } = step;
    field.dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init }));
  } else {
    field.dispatchEvent(new CompositionEvent(step.type, { bubbles: true, data: step.data }));
  }
}

/**
 * Plays the compositions of four languages, in the event orders of five browsers, each ended by each key that a field could take
 * for its own, and expects that the field with the focus stays as it is but for the words.
 * @param around what no key of a composition may change.
 * @returns how many compositions were played.
 */
export async function playCompositions(around: () => unknown = () => null): Promise<number> {
  const field = document.activeElement;
  if (!field || !isPlainField(field)) throw new Error('A text field needs the focus.');
  const before = field.value;
  let played = 0;
  for (const [language, { typed, words }] of Object.entries(LANGUAGES)) {
    for (const [order, stepsOf] of Object.entries(ORDERS)) {
      for (const key of ANSWERED) {
        const name = `${language}, ${order}, ${key.key}`;
        const start = around();
        const typing: readonly Step[] = [
          { type: 'keydown', key: 'a', code: 'KeyA', keyCode: 229, isComposing: false },
          { type: 'compositionstart', data: '' },
          { type: 'input', data: typed },
          { type: 'keyup', key: 'a', code: 'KeyA', keyCode: 65, isComposing: true },
        ];
        for (const step of [...typing, ...stepsOf(key, words)]) play(field, before, step);
        await Promise.resolve();
        expect({ name, shown: field.isConnected, focused: document.activeElement === field }).toEqual({
          name,
          shown: true,
          focused: true,
        });
        expect({ name, around: around() }).toEqual({ name, around: start });
        expect({ name, words: field.value }).toEqual({ name, words: before + words });
        compose(field, before, '');
        played += 1;
      }
    }
  }
  // What answers a frame later would have answered by now.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(field);
  return played;
}
