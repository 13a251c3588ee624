import type { Page } from '@playwright/test';

/** Switches agents on and lets one in. @returns calls of tools in its name */
export async function letIn(desk: Page, name: string) {
  await desk.getByRole('link', { name: 'Settings' }).click();
  // Another story on the same data may have switched them on.
  const allow = desk.getByRole('switch', { name: 'Let agents use this Patchbay' });
  if ((await allow.getAttribute('aria-checked')) !== 'true') await allow.click();
  const address = await desk.getByText(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/).innerText();
  await desk.getByRole('button', { name: 'Add an agent' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add an agent' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Add an agent' }).click();
  const token = await desk.getByText(/^pbagent_/).innerText();
  await desk.getByRole('button', { name: 'Done' }).click();
  return async (tool: string, args: unknown): Promise<string> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    });
    return response.text();
  };
}
