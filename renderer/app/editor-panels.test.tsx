import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Settings } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { useEditorPanels } from './editor-panels.tsx';

let desk: DeskStandIn;
let settings: Settings;
beforeEach(() => {
  settings = {
    theme: 'light',
    layout: {},
    navigation: 'mouse',
    snapToGrid: true,
    notifyOnRunEnd: true,
    runLimits: {},
  };
  desk = standInForDesk();
  desk.desk('getSettings', () => settings);
  desk.desk('changeSettings', ({ body }) => {
    settings = { ...settings, ...(body as Partial<Settings>) };
    return settings;
  });
});
afterEach(() => desk.restore());

function Panels(): ReactElement {
  const { layout, toggleLeft, setLayout } = useEditorPanels();
  return (
    <>
      {layout.leftOpen ? <button onClick={toggleLeft}>Hide the left panel</button> : null}
      <div role="application" aria-label="Canvas" data-editor-stage tabIndex={-1} />
      {layout.rightOpen ? (
        <button onClick={() => setLayout({ rightOpen: false })}>Hide the right panel</button>
      ) : (
        <p>Hidden</p>
      )}
    </>
  );
}

it.each(['left', 'right'])('the %s panel, hidden by a key, gives its focus to the canvas', async (side) => {
  await renderPage(<Panels />);
  const button = page.getByRole('button', { name: `Hide the ${side} panel` });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(page.getByRole('application', { name: 'Canvas' })).toHaveFocus();
});

it('panels that were closed before take no focus from the page', async () => {
  settings.layout = { editor: { leftOpen: false, rightOpen: false } };
  await renderPage(<Panels />);
  await expect.element(page.getByText('Hidden')).toBeVisible();
  expect(document.body).toHaveFocus();
});
