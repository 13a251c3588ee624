import { expect, it, onTestFinished, vi } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import type { MenuState } from '#shared/desk/index.ts';
import { bindNativeMenu, createCommandRegistry } from '#renderer/commands/index.ts';
import type { RunStore } from '#renderer/runs/index.ts';
import { detail, done, ended, frames, story, useRunWorld } from '#renderer/runs/testing/run-story.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { provideRunContext } from './run-context.ts';

let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ desk, runs } = world));

it('the application menu offers the outputs of a run that ended, without a key or the pointer being touched', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
  desk.stream(endpoints.runs.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = async (part: typeof story): Promise<void> =>
          controller.enqueue(new Uint8Array(await frames(part).arrayBuffer()));
        await send(story.slice(0, 3));
        await mayEnd;
        await send(story.slice(3));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });

  const registry = createCommandRegistry();
  const nothing = (): void => undefined;
  onTestFinished(
    registry.register('workspace', {
      'run.start': nothing,
      'run.another': nothing,
      'run.to-here': nothing,
      'run.on-screen': nothing,
      'run.vary': () => undefined,
      'run.live': nothing,
      'run.cancel': nothing,
      'run.find-in-film': () => undefined,
      'run.apply': nothing,
      'help.tour': nothing,
      'view.canvas-alone': nothing,
      'view.palette': nothing,
      'view.outline': nothing,
      'view.files': nothing,
      'view.switches': nothing,
      'view.inspector': nothing,
      'view.runs': nothing,
      'view.history': nothing,
      'view.chat': nothing,
      'view.minimap': nothing,
      'view.heat': nothing,
      'view.outputs': nothing,
      'project.rename': nothing,
      'project.delete': nothing,
    }),
  );
  onTestFinished(provideRunContext(runs, registry));
  let menu: MenuState = {};
  onTestFinished(
    bindNativeMenu(
      {
        onCommand: () => nothing,
        setMenuState: (state) => {
          menu = state;
          return Promise.resolve();
        },
      },
      registry,
    ),
  );

  const end = ended(runs);
  await runs.start({});
  await vi.waitFor(() => expect(menu['run.cancel']).toEqual({ enabled: true }));
  expect(menu['run.apply']).toEqual({ enabled: false });
  letEnd();
  await end;
  await vi.waitFor(() => expect(menu['run.apply']).toEqual({ enabled: true }));
  expect(menu['run.cancel']).toEqual({ enabled: false });
});
