/**
 * What a press on the canvas is: the pointer of a gesture, one finger more of a pinch, or a palm that rests there while a pen is
 * used.
 */
export type PressRole = 'primary' | 'pinch' | 'palm';

/** After a pen was last near, touches are palms for so many milliseconds. */
export const PEN_IDLE_MS = 700;

/** What is read of a pointer event. */
export type PointerInfo = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'timeStamp'>;

/**
 * Decides which of several pointers on the canvas makes a gesture (palm rejection). The first one pressed is the primary
 * pointer: no other moves or ends its gesture. A second finger begins a pinch of the view. While a pen is in use, touches do
 * nothing.
 */
export class PointerTracker {
  #primary: number | null = null;
  #touches = new Set<number>();
  #pensDown = new Set<number>();
  #lastPenAt = -Infinity;
  #isMenuOpen = false;

  /** Fingers on the canvas that are no palms. */
  get touchCount(): number {
    return this.#touches.size;
  }

  /** Whether a pen is pressed or was near lately. @param timeStamp of an event, in milliseconds. */
  isPenActive(timeStamp: number): boolean {
    return this.#pensDown.size > 0 || timeStamp - this.#lastPenAt < PEN_IDLE_MS;
  }

  /** Whether touches may not move the view: a pen is in use, or the finger that opened a menu is still down. */
  blocksPan(timeStamp: number): boolean {
    return this.isPenActive(timeStamp) || (this.#isMenuOpen && this.#touches.size > 0);
  }

  /** A long press opened a menu. */
  onMenuOpen(): void {
    this.#isMenuOpen = true;
  }

  /** Notes a move of any pointer; a pen is in use from then on, also while it hovers. */
  onMove({ pointerType, timeStamp }: PointerInfo): void {
    if (pointerType === 'pen') this.#lastPenAt = timeStamp;
  }

  onDown({ pointerId, pointerType, timeStamp }: PointerInfo): PressRole {
    if (this.#touches.size === 0) this.#isMenuOpen = false;
    if (pointerType === 'touch') {
      if (this.isPenActive(timeStamp)) return 'palm';
      this.#touches.add(pointerId);
      if (this.#touches.size > 1) {
        this.#primary = null;
        return 'pinch';
      }
    } else if (pointerType === 'pen') {
      this.#pensDown.add(pointerId);
      this.#lastPenAt = timeStamp;
      // Touches that came before the pen are its palm.
      this.#touches.clear();
    }
    this.#primary = pointerId;
    return 'primary';
  }

  /** Whether a pointer may move or end the gesture. */
  isPrimary({ pointerId }: PointerInfo): boolean {
    return this.#primary === null || this.#primary === pointerId;
  }

  /** A pointer was lifted, or the browser canceled it. */
  onUp({ pointerId, pointerType, timeStamp }: PointerInfo): void {
    if (pointerType === 'pen') this.#lastPenAt = timeStamp;
    this.#pensDown.delete(pointerId);
    this.#touches.delete(pointerId);
    if (this.#primary === pointerId) this.#primary = null;
  }

  /** The window lost its pointers. */
  reset(): void {
    this.#primary = null;
    this.#touches.clear();
    this.#pensDown.clear();
  }
}
