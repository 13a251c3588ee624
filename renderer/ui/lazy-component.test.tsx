import { Component, type ReactElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyComponent } from './lazy-component.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const Poster = ({ name }: { name: string }): ReactElement => <p>Poster {name}</p>;
const waiting = vi.fn<() => ReactElement>(() => <p>Waiting</p>);

it('what has come is shown at once, without a timer that keeps its place for a while', async () => {
  const coming = Promise.withResolvers<typeof Poster>();
  const Lazy = lazyComponent(() => coming.promise, waiting);
  // Promises go on, timers never end.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const { container } = await render(<Lazy name="one" />);
  expect(container.textContent).toBe('Waiting');
  coming.resolve(Poster);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let frames = 0; frames < 5 && container.textContent === 'Waiting'; frames += 1) await frame();
  expect(container.textContent).toBe('Poster one');
});

it('what was loaded before is rendered without anything in its place', async () => {
  const load = vi.fn<() => Promise<typeof Poster>>(() => Promise.resolve(Poster));
  const Lazy = lazyComponent(load, waiting);
  await Lazy.load();
  waiting.mockClear();
  const { container } = await render(<Lazy name="two" />);
  expect(container.textContent).toBe('Poster two');
  expect(waiting).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render(): ReactNode {
    return this.state.error ? (
      <button type="button" onClick={() => this.setState({ error: null })}>
        {this.state.error.message}
      </button>
    ) : (
      this.props.children
    );
  }
}

it('code that does not come is told to the boundary above, and is asked for again after that', async () => {
  const load = vi
    .fn<() => Promise<typeof Poster>>()
    .mockRejectedValueOnce(new Error('The file is missing'))
    .mockResolvedValue(Poster);
  const Lazy = lazyComponent(load, waiting);
  await render(
    <Boundary>
      <Lazy name="three" />
    </Boundary>,
  );
  await page.getByRole('button', { name: 'The file is missing' }).click();
  await expect.element(page.getByText('Poster three')).toBeVisible();
});
