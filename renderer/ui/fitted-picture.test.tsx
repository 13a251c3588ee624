import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { FittedPicture } from './fitted-picture.tsx';

/** A picture far higher than wide, with its colors at top and bottom. */
function tower(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 600 });
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, 100, 600);
  return canvas.toDataURL();
}

it('a picture is whole in its place from its first paint, before its aspect is told', async () => {
  const boxes: { height: number; isSized: boolean }[] = [];
  await renderPage(
    <div style={{ width: 240, height: 120 }}>
      <FittedPicture
        src={tower()}
        alt="Tower"
        // The picture is there, and what it tells of itself is not drawn yet.
        onLoad={({ currentTarget }) =>
          boxes.push({
            height: currentTarget.getBoundingClientRect().height,
            isSized: currentTarget.hasAttribute('data-sized'),
          })
        }
      />
    </div>,
  );
  const picture = page.getByRole('img', { name: 'Tower' });
  await expect.element(picture).toHaveAttribute('data-sized');
  expect(boxes).toEqual([{ height: 120, isSized: false }]);
  await vi.waitFor(() => {
    const { width, height } = picture.element().getBoundingClientRect();
    expect([Math.round(width), Math.round(height)]).toEqual([20, 120]);
  });
});
