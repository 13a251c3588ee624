import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Settings } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { PanelGroup } from '#renderer/ui/index.ts';
import { useCanvasOnly } from './canvas-alone.ts';
import {
  LeftRail,
  OverlayPanel,
  RightPanel,
  RightRail,
  sideOver,
  useEditorPanels,
} from './editor-panels.tsx';

let desk: DeskStandIn;
let settings: Settings;
beforeEach(() => {
  settings = settingsWith({ theme: 'light' });
  desk = standInForDesk();
  desk.desk('getSettings', () => settings);
  desk.desk('changeSettings', ({ body }) => {
    settings = { ...settings, ...(body as Partial<Settings>) };
    return settings;
  });
});
afterEach(() => desk.restore());

function Panels(): ReactElement {
  const panels = useEditorPanels();
  const { layout, toggleLeft, setLayout } = panels;
  const alone = useCanvasOnly(panels, false, () => undefined);
  return (
    <>
      <button onClick={alone.toggle}>Canvas alone</button>
      <button onClick={() => panels.showRight('runs')}>Show the runs</button>
      {layout.leftOpen ? (
        <button onClick={toggleLeft}>Hide the left panel</button>
      ) : (
        <nav>
          <button onClick={toggleLeft}>Show the left panel</button>
        </nav>
      )}
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

it('Escape in a panel beside the canvas leads back to the canvas, and leaves the panel open', async () => {
  function Beside(): ReactElement {
    const panels = useEditorPanels();
    const contents = {
      inspector: <input aria-label="Width" />,
      runs: <p>None</p>,
      chat: <p />,
      history: <p>None</p>,
    };
    return (
      <PanelGroup id="editor">
        <div role="application" aria-label="Canvas" data-editor-stage tabIndex={-1} />
        <RightPanel panels={panels} isFilled runsMark={null} contents={contents} />
      </PanelGroup>
    );
  }
  await renderPage(<Beside />);
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('12');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('application', { name: 'Canvas' })).toHaveFocus();
  await expect.element(width).toHaveValue('12');
});

describe('in a narrow window', () => {
  beforeEach(() => page.viewport(1024, 700));
  afterEach(() => page.viewport(1440, 900));

  it('no panel covers the canvas at first, and the wide layout is not touched', async () => {
    await renderPage(<Panels />);
    await expect.element(page.getByText('Hidden')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Hide the left panel' })).not.toBeInTheDocument();
    expect(settings.layout).toEqual({});
  });

  it('the outputs keep to what a panel over the canvas leaves free', async () => {
    function Below(): ReactElement {
      const panels = useEditorPanels();
      return (
        <div style={{ width: 900 }}>
          <button onClick={() => panels.showRight('runs')}>Show the runs</button>
          <OverlayPanel panels={panels}>
            <p>Outputs, {panels.layout.rightOpen ? panels.layout.rightSize : 0}</p>
          </OverlayPanel>
        </div>
      );
    }
    await renderPage(<Below />);
    const outputs = page.getByText(/^Outputs/);
    await expect.element(outputs).toBeVisible();
    expect(outputs.element().clientWidth).toBe(900);
    await page.getByRole('button', { name: 'Show the runs' }).click();
    await expect.element(outputs).not.toHaveTextContent('Outputs, 0');
    const covered = Number(/\d+$/.exec(outputs.element().textContent ?? '')?.[0]);
    // The rail beside the canvas is covered as well.
    expect(outputs.element().clientWidth).toBe(900 - (covered - 40));
  });

  it('the tour points at the rails where the panels are closed, and never at one that a panel covers', async () => {
    function Rails(): ReactElement {
      const panels = useEditorPanels();
      return (
        <>
          <LeftRail panels={panels} />
          <RightRail panels={panels} runsMark={null} />
        </>
      );
    }
    await renderPage(<Rails />);
    const rail = page.getByRole('navigation', { name: 'Left panel' });
    await expect.element(rail).toHaveAttribute('data-tour', 'left-panel');
    const right = page.getByRole('navigation', { name: 'Right panel' });
    await expect.element(right).toHaveAttribute('data-tour', 'right-panel');
    const element = rail.element();
    await page.getByRole('button', { name: 'Files' }).click();
    await expect.poll(() => element.getAttribute('data-tour')).toBeNull();
  });

  it('one panel lies over the canvas at a time', async () => {
    await renderPage(<Panels />);
    await page.getByRole('button', { name: 'Show the left panel' }).click();
    await expect.element(page.getByRole('button', { name: 'Hide the left panel' })).toBeVisible();
    await page.getByRole('button', { name: 'Show the runs' }).click();
    await expect.element(page.getByRole('button', { name: 'Hide the right panel' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Hide the left panel' })).not.toBeInTheDocument();
  });
});

it('the page says which side panel lies over its canvas, so that what floats there can step aside', () => {
  const layout = { leftOpen: true, rightOpen: false };
  expect(sideOver({ isOver: true, layout })).toBe('left');
  expect(sideOver({ isOver: true, layout: { ...layout, leftOpen: false, rightOpen: true } })).toBe('right');
  expect(sideOver({ isOver: true, layout: { ...layout, leftOpen: false } })).toBeUndefined();
  expect(sideOver({ isOver: false, layout })).toBeUndefined();
});

it('the canvas is left alone by one command, and the same brings back what it hid', async () => {
  settings.layout = { editor: { rightOpen: false } };
  await renderPage(<Panels />);
  const left = page.getByRole('button', { name: 'Hide the left panel' });
  await expect.element(left).toBeVisible();
  await page.getByRole('button', { name: 'Canvas alone' }).click();
  await expect.element(left).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Canvas alone' }).click();
  await expect.element(left).toBeVisible();
  await expect.element(page.getByText('Hidden')).toBeVisible();
});
