import { expect, type Locator, type Page } from '@playwright/test';

/** The history of the open project, in a person's words. */
export class HistoryPanel {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get panel(): Locator {
    return this.page.getByRole('tabpanel', { name: 'History' });
  }

  /** A version of the graph by its number at the service. */
  version(number: number): Locator {
    return this.panel.locator(`li[data-kind="graph"][data-version="${number}"]`).first();
  }

  get comparison(): Locator {
    return this.page.getByRole('region', { name: 'Comparison with a version' });
  }

  /** A changed node in the list beside the picture. */
  change(name: string): Locator {
    return this.comparison
      .getByRole('list', { name: 'Nodes that differ' })
      .locator(':scope > li')
      .filter({ has: this.page.getByRole('button', { name: new RegExp(`^${name}`) }) });
  }

  async open(): Promise<void> {
    // The app remembers from another story whether it was open.
    await expect(async () => {
      if (!(await this.panel.isVisible())) {
        // Beside the canvas; where the panel is closed, in its place.
        const rail = this.page.getByRole('navigation', { name: 'Right panel' });
        await this.page
          .getByRole('tab', { name: 'History' })
          .or(rail.getByRole('button', { name: 'History' }))
          .click();
      }
      await expect(this.panel).toBeVisible({ timeout: 2000 });
    }).toPass();
  }

  /** Waits until a version of that number is saved. */
  async keeps(number: number): Promise<void> {
    await expect(this.version(number)).toBeVisible({ timeout: 20_000 });
  }

  async compare(number: number): Promise<void> {
    await this.version(number).locator('button').first().click();
    await expect(this.comparison.getByRole('heading', { level: 2 })).toBeVisible();
  }

  async nameNow(name: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Name version…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Name the project as it is now' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Keep the name' }).click();
    await expect(dialog).toBeHidden();
  }
}
