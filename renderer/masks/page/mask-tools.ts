/** What a drag over the picture does. */
export type MaskTool = 'brush' | 'eraser' | 'lasso' | 'fill';

export interface ToolSettings {
  tool: MaskTool;
  /** Diameter in pixels of the mask. */
  size: number;
  /** 0 to 100. */
  hardness: number;
  /** 1 to 100. */
  opacity: number;
  /** Lasso and fill take away instead of masking. */
  subtracts: boolean;
  /** The brush is as wide as the pen is pressed. */
  penPressure: boolean;
  blackAndWhite: boolean;
}

const MIN_SIZE = 1;
const MAX_SIZE = 2000;

export const startSettings = (picture: { width: number; height: number }): ToolSettings => ({
  tool: 'brush',
  size: Math.min(MAX_SIZE, Math.max(4, Math.round(Math.max(picture.width, picture.height) / 25))),
  hardness: 80,
  opacity: 100,
  subtracts: false,
  penPressure: true,
  blackAndWhite: false,
});

/** By which share a press of a key changes the size of the brush. */
const SIZE_STEP = 1.2;
const HARDNESS_STEP = 10;

/** The size after a press, larger or smaller by at least a pixel. */
function nextSize(size: number, direction: 1 | -1): number {
  const next = direction > 0 ? Math.max(size + 1, size * SIZE_STEP) : Math.min(size - 1, size / SIZE_STEP);
  return Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, next)));
}

const nextHardness = (hardness: number, direction: 1 | -1): number =>
  Math.min(100, Math.max(0, hardness + direction * HARDNESS_STEP));

/** A slider goes evenly over the sizes as they style: each part doubles it. */
export const sizeToSlider = (size: number): number => (Math.log(size) / Math.log(MAX_SIZE)) * 100;
export const sliderToSize = (value: number): number =>
  Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, MAX_SIZE ** (value / 100))));

/** Whether a drag masks or takes away. @param isReversed a key is held, or the other end of a pen is used. */
export const modeOf = ({ tool, subtracts }: ToolSettings, isReversed: boolean): 'add' | 'erase' => {
  const erases = tool === 'brush' ? false : tool === 'eraser' ? true : subtracts;
  return erases !== isReversed ? 'erase' : 'add';
};

/** The key of a press without Shift, as US keyboards have signs; other layouts have them elsewhere, and type them as such. */
const SIGNS: Readonly<Record<string, string>> = { '{': '[', '}': ']', '=': '+', _: '-' };

/** What a key does to the settings; null for a key that does nothing to them. */
export function settingsAfterKey(
  settings: ToolSettings,
  key: string,
  isShifted: boolean,
): ToolSettings | null {
  const sign = SIGNS[key] ?? key.toLowerCase();
  switch (sign) {
    case 'b':
      return { ...settings, tool: 'brush' };
    case 'e':
      return { ...settings, tool: 'eraser' };
    case 'l':
      return { ...settings, tool: 'lasso' };
    case 'g':
      return { ...settings, tool: 'fill' };
    case 'm':
      return { ...settings, blackAndWhite: !settings.blackAndWhite };
    case 'x':
      return settings.tool === 'brush' || settings.tool === 'eraser'
        ? { ...settings, tool: settings.tool === 'brush' ? 'eraser' : 'brush' }
        : { ...settings, subtracts: !settings.subtracts };
    case '[':
    case ']': {
      const direction = sign === ']' ? 1 : -1;
      return isShifted
        ? { ...settings, hardness: nextHardness(settings.hardness, direction) }
        : { ...settings, size: nextSize(settings.size, direction) };
    }
    default:
      return null;
  }
}
