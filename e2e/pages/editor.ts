import { expect, type Locator, type Page } from '@playwright/test';
import { dropFiles } from './drop-files.ts';

/** A pin as a person names it: node title, then pin label or name. */
type PinName = `${string}.${string}`;

/** The editor of one project, in a person's words. */
export class EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get canvas(): Locator {
    return this.page.locator('[data-editor-stage]');
  }

  get saveState(): Locator {
    return this.page.getByRole('banner').getByRole('status').first();
  }

  async shown(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await expect(this.saveState).toBeVisible();
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveText(/^Saved v\d+$/);
  }

  async savedVersion(): Promise<number> {
    await this.saved();
    return Number(/\d+/.exec(await this.saveState.innerText())![0]);
  }

  /** A node near enough to be mounted. */
  node(title: string): Locator {
    return this.canvas.getByRole('article', { name: new RegExp(`^${escape(title)}(,|$)`) });
  }

  pin(name: PinName, side: 'input' | 'output'): Locator {
    const dot = name.lastIndexOf('.');
    return this.node(name.slice(0, dot)).locator(`[data-side="${side}"][data-pin="${name.slice(dot + 1)}"]`);
  }

  async fit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Fit to view' }).click();
    // The view moves in the next frame; pins are looked for where they are then.
    await this.page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
  }

  /** Adds a node type from the palette by keyboard; it appears selected in the middle. */
  async addFromPalette(title: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Nodes' }).click();
    const panel = this.page.getByRole('tabpanel', { name: 'Nodes' });
    const search = panel.getByLabel('Search nodes');
    await search.fill(title);
    // Before the node types have been read there is nothing that Enter could add.
    await panel.getByRole('listitem').first().waitFor();
    await search.press('Enter');
    await search.fill('');
  }

  /** Drags a node type from the palette to a place in the canvas (fractions of its size). */
  async dragFromPalette(title: string, at: { x: number; y: number }): Promise<void> {
    await this.page.getByRole('tab', { name: 'Nodes' }).click();
    const panel = this.page.getByRole('tabpanel', { name: 'Nodes' });
    await panel.getByLabel('Search nodes').fill(title);
    const box = (await this.canvas.boundingBox())!;
    await panel
      .getByRole('button', { name: title, exact: true })
      .dragTo(this.canvas, { targetPosition: { x: box.width * at.x, y: box.height * at.y } });
    await panel.getByLabel('Search nodes').fill('');
  }

  /** Adds a node by the quick-add list: double-click on empty canvas, type, Enter. */
  async quickAdd(text: string, at: { x: number; y: number }): Promise<void> {
    const box = (await this.canvas.boundingBox())!;
    await this.canvas.dblclick({ position: { x: box.width * at.x, y: box.height * at.y } });
    const dialog = this.page.getByRole('dialog', { name: 'Add a node' });
    await dialog.getByLabel('Search nodes').fill(text);
    await this.page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** Drags a wire from an output to an input. */
  async connect(from: PinName, to: PinName): Promise<void> {
    await this.startWire(from, to);
    await this.page.mouse.up();
  }

  /** Drags a wire and holds it over the input, so that what is said there can be read. */
  async startWire(from: PinName, to: PinName): Promise<void> {
    const start = await middle(this.pin(from, 'output'));
    const end = await middle(this.pin(to, 'input'));
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 6 });
    await this.page.mouse.move(end.x, end.y, { steps: 6 });
  }

  /** Drops files from the system's file manager on the canvas. */
  async dropFiles(
    paths: readonly string[],
    at: { x: number; y: number } = { x: 0.3, y: 0.4 },
  ): Promise<void> {
    await dropFiles(this.canvas, paths, at);
  }

  /** Starts what is to run, and stops what runs; its words say which. */
  get runButton(): Locator {
    return this.page.locator('[data-run-button]').getByRole('button').first();
  }

  async run(): Promise<void> {
    await this.runButton.click();
  }

  get liveSwitch(): Locator {
    return this.page.getByRole('button', { name: 'Live previews' });
  }

  /** From here on pictures come by runs alone. */
  async switchLiveOff(): Promise<void> {
    await this.liveSwitch.click();
    await expect(this.liveSwitch).toHaveAttribute('aria-pressed', 'false');
  }

  get runs(): Locator {
    return this.page.getByRole('tabpanel', { name: 'Runs' });
  }

  get outputs(): Locator {
    return this.page.getByRole('region', { name: 'Outputs', exact: true });
  }

  async runFinished(): Promise<void> {
    await expect(this.runs.getByRole('region', { name: 'Run shown' })).toContainText('Finished', {
      timeout: 60_000,
    });
  }

  async rename(to: string): Promise<void> {
    await this.page.getByRole('banner').getByRole('button').nth(1).click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(to);
    await this.page.keyboard.press('Enter');
  }

  /** An input's widget on its node: `Sigma of Blur`. */
  field(label: string, node: string): Locator {
    return this.node(node).getByLabel(`${label} of ${node}`, { exact: true });
  }
}

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  await expect(locator).toBeVisible();
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
