import { expect, type Locator, type Page } from '@playwright/test';

/** The projects page, in a person's words. */
export class ProjectsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get list(): Locator {
    return this.page.getByRole('list', { name: 'Projects' });
  }

  card(name: string): Locator {
    return this.list.getByRole('listitem').filter({ hasText: name });
  }

  /** The service has answered: with projects, or that there are none yet. */
  async shown(): Promise<void> {
    await expect(this.list.or(this.page.getByText('No projects yet'))).toBeVisible({ timeout: 60_000 });
  }

  async open(name: string): Promise<void> {
    await this.card(name).getByRole('link').click();
  }

  /** Creates an untitled project; the editor opens on it. */
  async create(): Promise<void> {
    await this.page.getByRole('button', { name: 'New project' }).first().click();
    await this.page.waitForURL(/\/projects\//);
  }

  /** Begins a project by the menu beside New project, which is there however many projects there are. */
  async begin(from: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More ways to begin' }).click();
    await this.page.getByRole('menuitem', { name: from }).click();
  }

  /** Renames the project that was changed last. */
  async renameFirst(to: string): Promise<void> {
    await this.list.getByRole('listitem').first().getByRole('link').focus();
    await this.page.keyboard.press('F2');
    await this.page.keyboard.type(to);
    await this.page.keyboard.press('Enter');
    await expect(this.card(to)).toBeVisible();
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search projects' }).fill(text);
  }

  /** Asks to delete by keyboard; the dialog is left open. */
  async askToDelete(name: string): Promise<Locator> {
    await this.card(name).getByRole('link').focus();
    await this.page.keyboard.press('Delete');
    const dialog = this.page.getByRole('alertdialog').or(this.page.getByRole('dialog'));
    await expect(dialog).toBeVisible();
    return dialog;
  }
}
