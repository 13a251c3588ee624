import { expect, type Locator, type Page } from '@playwright/test';
import type { EditorPage } from './editor.ts';

interface Place {
  x: number;
  y: number;
}

/** The window in which inputs of a node are changed on its picture. */
export class HandsPage {
  readonly page: Page;
  readonly node: string;

  constructor(page: Page, node: string) {
    this.page = page;
    this.node = node;
  }

  /** Opens it by the key of its command. */
  static async open(editor: EditorPage, node: string): Promise<HandsPage> {
    await editor.node(node).locator('[data-title]').click();
    await editor.page.keyboard.press('e');
    const hands = new HandsPage(editor.page, node);
    await expect(hands.dialog).toBeVisible();
    return hands;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: `${this.node} on the picture` });
  }

  /** @param id kind and name: `crop se`. */
  handle(id: string): Locator {
    return this.dialog.locator(`[data-handle="${id}"]`);
  }

  /** Where a handle is on the screen. */
  async at(id: string): Promise<Place> {
    await expect(this.handle(id)).toBeVisible();
    const box = (await this.handle(id).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Presses a handle and brings it to another place, where it is held; nothing snaps. */
  async hold(id: string, by: Place): Promise<void> {
    const from = await this.at(id);
    await this.page.keyboard.down('Control');
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
    await this.page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  }

  async release(): Promise<void> {
    await this.page.mouse.up();
    await this.page.keyboard.up('Control');
  }

  async drag(id: string, by: Place): Promise<void> {
    await this.hold(id, by);
    await this.release();
  }

  async press(id: string, key: string): Promise<void> {
    await this.handle(id).focus();
    await this.page.keyboard.press(key);
  }

  async undo(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+z');
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(`${label} of ${this.node}`, { exact: true });
  }

  /** What a number field holds; 0 where it is empty. */
  async number(label: string): Promise<number> {
    return Number((await this.field(label).inputValue()).replaceAll(',', ''));
  }

  /** Waits until a number is what a drag brought it to, within some of its unit. */
  async expectNumber(label: string, value: number, tolerance: number): Promise<void> {
    await expect
      .poll(async () => Math.abs((await this.number(label)) - value), {
        message: `${label} is ${value}, give or take ${tolerance}`,
      })
      .toBeLessThanOrEqual(tolerance);
  }

  /** Waits until a handle is at a place of the screen, give or take three pixels. */
  async expectAt(id: string, { x, y }: Place): Promise<void> {
    await expect
      .poll(async () => {
        const at = await this.at(id);
        return Math.hypot(at.x - x, at.y - y);
      })
      .toBeLessThan(3);
  }

  get result(): Locator {
    return this.dialog.getByRole('img', { name: 'Result' });
  }
}
