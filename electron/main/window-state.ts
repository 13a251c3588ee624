import { z } from 'zod';
import { jsonFile } from '#core/storage/atomic-file.ts';

/** Where the window was, in device-independent pixels of the whole desktop. */
export const WindowState = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

const firstWindow: WindowState = { width: 1440, height: 900, maximized: false };
export const smallestWindow = { width: 900, height: 600 };

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Makes a remembered place fit the screens that are there now: no larger than its screen, and without a position
 * (so that the system centers it) when its title bar would be out of reach.
 */
export function fitToDisplays(state: WindowState, workAreas: readonly Rectangle[]): WindowState {
  const { x, y } = state;
  const home =
    x === undefined || y === undefined
      ? undefined
      : workAreas.find((area) => {
          const visible = Math.min(x + state.width, area.x + area.width) - Math.max(x, area.x);
          return visible >= 100 && y >= area.y && y <= area.y + area.height - 40;
        });
  const area = home ?? workAreas[0];
  return {
    ...(home === undefined ? {} : { x, y }),
    width: Math.max(smallestWindow.width, Math.min(state.width, area?.width ?? state.width)),
    height: Math.max(smallestWindow.height, Math.min(state.height, area?.height ?? state.height)),
    maximized: state.maximized,
  };
}

export function windowStateFile(path: string): {
  load(): Promise<WindowState>;
  save(state: WindowState): Promise<void>;
} {
  const file = jsonFile(path, WindowState, { now: () => Date.now(), onQuarantine: () => {} });
  return { load: async () => (await file.load()) ?? firstWindow, save: (state) => file.save(state) };
}
