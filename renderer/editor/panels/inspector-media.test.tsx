import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Picture } from './inspector-media.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

it('what is no picture has the sign of a file and its name, and the next one is shown again', async () => {
  const { rerender } = await render(<Picture src="data:text/plain,words" name="words.txt" />);
  await expect.element(page.getByText('words.txt')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  await rerender(<Picture src={PIXEL} name="dot.gif" />);
  await expect.element(page.getByRole('img', { name: 'dot.gif' })).toBeVisible();
  expect(document.querySelector('img')?.naturalWidth).toBe(1);
});
