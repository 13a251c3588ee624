/**
 * What runs in a page of the app under test: it types ever higher numbers into one field, one behind the other as a person writes
 * words, and says what the field and the mark that tells of saving show at one moment.
 */

/** One document of the project as a person has it in front of them. */
export interface ScreenDocument {
  name: 'graph' | 'storyboard' | 'timeline';
  /** View of the project; null for the graph. */
  view: 'storyboard' | 'timeline' | null;
  /** CSS selector of the field that is typed in. */
  field: string;
}

export const screenDocuments: readonly ScreenDocument[] = [
  { name: 'graph', view: null, field: '[data-node] textarea, [data-node] input[aria-label^="Text of"]' },
  { name: 'storyboard', view: 'storyboard', field: 'textarea[aria-label="What happens"]' },
  { name: 'timeline', view: 'timeline', field: '[data-rig-field]' },
];

/** What is on screen at one moment. */
export interface Observation {
  /** The number that was typed last and is in the field. */
  count: number;
  /** What the mark says, with what it says when it is pointed at. */
  mark: string;
}

/** Whether the mark calls what is shown saved, here or at the service. */
export const isCalledSaved = (mark: string): boolean =>
  mark.startsWith('Saved') || /(?:is|are) saved on this computer/.test(mark);

export interface Typing {
  selector: string;
  /** The first number that is typed. */
  first: number;
  /** Milliseconds from one to the next, again and again: bursts and rests. */
  pauses: readonly number[];
  /** Characters beside the number, so that a disk fills. */
  padding: number;
  /** Characters after which the field is emptied first. */
  limit: number;
}

/** What the rig gives to the page to be told by. */
export const observer = 'patchbayRigObserved';

declare global {
  interface Window {
    [observer](this: void, observed: Observation): Promise<void>;
  }
}

/** Begins to type and to look. Runs in the page: it refers to nothing outside. */
export function typeAndObserve({ selector, first, pauses, padding, limit }: Typing): void {
  const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(selector);
  if (field === null) throw new Error(`There is no field ${selector}.`);
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const setter = Object.getOwnPropertyDescriptor(owner.prototype, 'value')!;
  field.focus();
  let next = first;
  let last = '';
  const observe = (): void => {
    const mark = document.querySelector('button[data-kind]')?.getAttribute('aria-label') ?? '';
    const count = Number(/(\d+)x*$/.exec(field.value)?.[1] ?? 0);
    if (`${count} ${mark}` !== last) {
      last = `${count} ${mark}`;
      void window.patchbayRigObserved({ count, mark });
    }
    requestAnimationFrame(observe);
  };
  requestAnimationFrame(observe);
  let iteration = 0;
  const type = (): void => {
    const before = field.value.length + padding + 10 > limit ? '' : `${field.value} `;
    setter.set!.call(field, `${before}${next}${'x'.repeat(padding)}`);
    next += 1;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setTimeout(type, pauses[iteration % pauses.length]);
    iteration += 1;
  };
  type();
}
