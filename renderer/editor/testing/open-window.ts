import { expect, vi } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { GESTURE_INTERVAL_MS } from '#renderer/desk/journal/journal-queue.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { openEditorOn } from './headless-editor.ts';
import type { SyncWorld } from './sync-world.ts';

/** A clock of a window's own: what takes no time happens at once, everything else when the test says so. */
function createWindowClock() {
  const timers: { ms: number; run: () => void }[] = [];
  let uptime = 0;
  const clock: TimerClock = {
    after: (ms, run) => {
      if (ms > 0) {
        const timer = { ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      }
      queueMicrotask(run);
      return () => undefined;
    },
    clock: () => uptime,
  };
  return {
    clock,
    /** What waits for exactly this long happens now; without, all that waits. */
    pass: (ms?: number) => {
      for (const timer of timers.filter((one) => ms === undefined || one.ms === ms)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
    },
    /** Time goes by in which nothing that waits happens. */
    later: (ms: number) => (uptime += ms),
  };
}

/** A window with the project open, on a service and a desktop process that it shares with other windows. */
export async function openWindow(world: SyncWorld, previousWindows: readonly string[] = []) {
  const { clock, pass, later } = createWindowClock();
  const { store, driver, messages, close } = await openEditorOn(world.ports(previousWindows), clock);
  return {
    store,
    driver,
    messages,
    pass,
    later,
    edit: (...operations: PatchOperation[]) => store.applyEdit('edit', operations),
    value: (nodeId: string) => store.getNode(nodeId)?.inputs?.['text']?.value,
    /** Every edit so far is in the journal. */
    journaled: () =>
      vi.waitFor(() => {
        pass(GESTURE_INTERVAL_MS);
        expect(driver.state.pending.every((edit) => edit.journaled)).toBe(true);
      }),
    /** The process dies: nothing more is sent, and the desktop process sees it gone. */
    crash: close,
  };
}

/** A window dies with `sent` saved but without a response, and with `after` in the journal only. */
export async function crashBeforeResponse(
  world: SyncWorld,
  window: Awaited<ReturnType<typeof openWindow>>,
  sent: readonly PatchOperation[],
  after: readonly PatchOperation[],
): Promise<void> {
  const { version } = world;
  world.holdResponses();
  window.edit(...sent);
  window.driver.dispatch({ type: 'save-due' });
  await vi.waitFor(() => expect(world.version).toBe(version + 1));
  window.edit(...after);
  await window.journaled();
  world.hold = null;
  window.crash();
}
