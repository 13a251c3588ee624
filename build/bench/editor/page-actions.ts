/**
 * What benchmarks do inside the page. Each function is sent to the browser as its text, so it uses nothing from outside
 * itself. Frames are made as fast as they can be: the browser runs without a display's beat.
 */

export type Gesture = 'pan' | 'zoom' | 'drag' | 'select-all' | 'type';

export interface Played {
  /** Milliseconds a frame. */
  time: number;
  /** Whether the gesture had its effect. */
  worked: boolean;
}

/** Plays one step of a gesture in each of `frames` frames. */
export function playGesture({ gesture, frames }: { gesture: Gesture; frames: number }): Promise<Played> {
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!;
  const pane = stage.querySelector('.react-flow__pane')!;
  const box = pane.getBoundingClientRect();
  const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const view = () => stage.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform ?? '';
  const key = (type: string, init: KeyboardEventInit) =>
    stage.dispatchEvent(new KeyboardEvent(type, { ...init, bubbles: true, cancelable: true }));
  const pointer = (target: EventTarget, type: string, at: { clientX: number; clientY: number }) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        ...at,
        bubbles: true,
        cancelable: true,
        button: 0,
        buttons: 1,
        pointerId: 1,
      }),
    );

  let step: (left: number) => void;
  let worked: () => boolean;
  let end: () => void = () => undefined;
  const before = view();
  let changed = false;
  switch (gesture) {
    case 'pan':
    case 'zoom':
      step = (left) => {
        const phase = left % 40 < 20 ? 1 : -1;
        const wheel =
          gesture === 'pan'
            ? { deltaX: 14 * phase, deltaY: 9 * phase }
            : { deltaY: 4 * phase, ctrlKey: true };
        pane.dispatchEvent(new WheelEvent('wheel', { ...middle, ...wheel, bubbles: true, cancelable: true }));
        changed ||= view() !== before;
      };
      worked = () => changed;
      break;
    case 'drag': {
      // The node nearest to the middle of the canvas, wherever the view stands.
      const matrix = new DOMMatrixReadOnly(view());
      const nodes = (globalThis as unknown as { benchNodes: { x: number; y: number }[] }).benchNodes;
      let at = { clientX: 0, clientY: 0 };
      let nearest = Infinity;
      for (const node of nodes) {
        const clientX = box.left + (node.x + 90) * matrix.a + matrix.e;
        const clientY = box.top + (node.y + 14) * matrix.a + matrix.f;
        const distance = Math.hypot(clientX - middle.clientX, clientY - middle.clientY);
        if (distance >= nearest) continue;
        nearest = distance;
        at = { clientX, clientY };
      }
      const target = document.elementFromPoint(at.clientX, at.clientY) ?? pane;
      pointer(target, 'pointerdown', at);
      let completed = 0;
      step = () => {
        completed += 1;
        pointer(window, 'pointermove', {
          clientX: at.clientX + 8 + (completed % 40) * 3,
          clientY: at.clientY + (completed % 40) * 2,
        });
      };
      worked = () => document.querySelector('[aria-label="Details"]') !== null;
      end = () => {
        // Back to where it began: the project stays as it is.
        key('keydown', { key: 'Escape', code: 'Escape' });
        key('keydown', { key: 'Escape', code: 'Escape' });
      };
      break;
    }
    case 'select-all': {
      const details = () => document.querySelector('[aria-label="Details"]')?.textContent ?? '';
      let observed = false;
      step = (left) => {
        if (left % 2 === 0) key('keydown', { key: 'a', code: 'KeyA', ctrlKey: true });
        else key('keydown', { key: 'Escape', code: 'Escape' });
        observed ||= /nodes selected/.test(details());
      };
      worked = () => observed;
      end = () => void key('keydown', { key: 'Escape', code: 'Escape' });
      break;
    }
    case 'type': {
      const field = [
        ...stage.querySelectorAll<HTMLTextAreaElement>('.react-flow__node [data-widget] textarea'),
      ].find((item) => {
        const rect = item.getBoundingClientRect();
        return (
          rect.top > box.top && rect.bottom < box.bottom && rect.left > box.left && rect.right < box.right
        );
      });
      if (!field) return Promise.resolve({ time: 0, worked: false });
      const property = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
      field.focus();
      step = (left) => {
        property.set!.call(field, `${field.value.slice(0, 60)}${'abcdefghij'[left % 10]!}`);
        field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
      };
      worked = () =>
        !(document.querySelector('[data-kind]')?.getAttribute('data-kind') ?? 'saved').includes('refused');
      end = () => field.blur();
      break;
    }
  }
  return new Promise((resolve) => {
    let left = frames;
    const start = performance.now();
    const frame = () => {
      step(left);
      left -= 1;
      if (left > 0) requestAnimationFrame(frame);
      else
        requestAnimationFrame(() => {
          const result = { time: (performance.now() - start) / frames, worked: worked() };
          end();
          resolve(result);
        });
    };
    requestAnimationFrame(frame);
  });
}

export type PageAction = 'picker' | 'picker-search' | 'find-search' | 'undo' | 'journaled' | 'delete-all';

/** Plays a moment once and undoes it again. @returns milliseconds to the frame after its effect. */
export async function playAction(action: PageAction): Promise<number> {
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!;
  const key = (target: EventTarget, init: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  const rendered = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const until = async (isSo: () => boolean) => {
    const latest = performance.now() + 30_000;
    while (!isSo()) {
      if (performance.now() > latest) throw new Error('The page did not answer.');
      await rendered();
    }
  };
  const type = (field: HTMLInputElement, text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  };
  const status = () => document.querySelector('[data-kind]')?.getAttribute('data-kind');
  const measure = async (act: () => void, isSo: () => boolean) => {
    const start = performance.now();
    act();
    await until(isSo);
    await rendered();
    return performance.now() - start;
  };
  stage.focus();
  switch (action) {
    case 'picker': {
      const list = () => document.querySelector('#quick-add-list')?.childElementCount ?? 0;
      const time = await measure(
        () => key(stage, { key: 'Tab', code: 'Tab' }),
        () => list() > 5,
      );
      key(document.activeElement!, { key: 'Escape', code: 'Escape' });
      await until(() => list() === 0);
      return time;
    }
    case 'picker-search': {
      key(stage, { key: 'Tab', code: 'Tab' });
      const field = () =>
        document.querySelector<HTMLInputElement>('[role="dialog"] [aria-label="Search nodes"]');
      await until(() => field() !== null);
      const first = () => document.querySelector('#quick-add-list')?.firstElementChild?.id;
      const time = await measure(
        () => type(field()!, 'blur'),
        () => first() === 'quick-add-image/blur',
      );
      key(field()!, { key: 'Escape', code: 'Escape' });
      await until(() => field() === null);
      return time;
    }
    case 'find-search': {
      key(stage, { key: 'f', code: 'KeyF', ctrlKey: true });
      const dialog = () => document.querySelector('[role="dialog"][aria-label="Find a node"]');
      await until(() => dialog() !== null);
      const field = dialog()!.querySelector('input')!;
      const time = await measure(
        () => type(field, 'words of group 7'),
        () => /Text/.test(dialog()?.querySelector('[role="listbox"]')?.textContent ?? ''),
      );
      key(field, { key: 'Escape', code: 'Escape' });
      await until(() => dialog() === null);
      return time;
    }
    case 'undo': {
      key(stage, { key: 'Escape', code: 'Escape' });
      // With nothing selected an arrow key goes to the first node.
      key(stage, { key: 'ArrowRight', code: 'ArrowRight' });
      const first = () => stage.querySelector('article[data-node][data-selected]');
      await until(() => first() !== null);
      const id = first()!.getAttribute('data-node')!;
      const nodeElement = () => stage.querySelector(`article[data-node="${CSS.escape(id)}"]`) !== null;
      key(stage, { key: 'Delete', code: 'Delete' });
      await until(() => !nodeElement() && status() === 'saved');
      const time = await measure(() => key(stage, { key: 'z', code: 'KeyZ', ctrlKey: true }), nodeElement);
      await until(() => status() === 'saved');
      return time;
    }
    case 'journaled': {
      key(stage, { key: 'ArrowRight', code: 'ArrowRight' });
      let left = false;
      const time = await measure(
        () => key(stage, { key: 'ArrowRight', code: 'ArrowRight', shiftKey: true }),
        () => {
          left ||= status() !== 'saved';
          return left && (status() === 'journaled' || status() === 'saved');
        },
      );
      await until(() => status() === 'saved');
      key(stage, { key: 'Escape', code: 'Escape' });
      return time;
    }
    case 'delete-all': {
      const empty = () => stage.textContent.includes('Nothing here yet');
      key(stage, { key: 'a', code: 'KeyA', ctrlKey: true });
      await rendered();
      const time = await measure(() => key(stage, { key: 'Delete', code: 'Delete' }), empty);
      await until(() => status() === 'saved');
      key(stage, { key: 'z', code: 'KeyZ', ctrlKey: true });
      await until(() => !empty() && status() === 'saved');
      key(stage, { key: 'Escape', code: 'Escape' });
      return time;
    }
    default: {
      const unknown: never = action;
      return unknown;
    }
  }
}
