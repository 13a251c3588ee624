import { expect, type Locator, type Page } from '@playwright/test';

/** The connections page and its dialog. */
export class ConnectionsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /^(Add a hosted service|Edit )/ });
  }

  row(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Connections' })
      .getByRole('listitem')
      .filter({ hasText: name });
  }

  async visit(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Connections' })
      .click();
    await expect(this.page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  }

  /** Fills the dialog for a new service without keeping it. */
  async enter(fields: { name: string; address: string; key: string }): Promise<void> {
    await this.dialog.getByLabel('Name').fill(fields.name);
    await this.dialog.getByLabel('Address').fill(fields.address);
    await this.dialog.getByLabel('API key').fill(fields.key);
  }

  async startAdding(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add a hosted service' }).click();
    await expect(this.dialog).toBeVisible();
  }

  async test(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Test' }).click();
  }

  /** Makes a saved service the one in use, whether or not it was tested. */
  async use(name: string): Promise<void> {
    await this.row(name).getByRole('button', { name: 'Use', exact: true }).click();
    await expect(this.row(name)).toContainText('In use');
  }

  async keep(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add service' }).click();
    await expect(this.dialog).toBeHidden();
  }
}
