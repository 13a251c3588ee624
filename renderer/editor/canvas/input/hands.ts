/** What a press on the canvas means, by what presses: it acts, it is one finger more, or a hand that only rests there. */
export type PressRole = 'acts' | 'joins' | 'rests';

/** So long after a pen was last near, hands that touch the canvas belong to the person who draws. Milliseconds. */
export const PEN_IDLE_MS = 700;

/** What is read of a pointer event. */
export type HandEvent = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'timeStamp'>;

/**
 * Mouse, pen and fingers on one canvas. The pointer that pressed first acts, and no other moves or ends its gesture; a second finger
 * takes the view; while a pen is near, fingers and palms do nothing.
 */
export class Hands {
  #acting: number | null = null;
  #touchCount = new Set<number>();
  #pensDown = new Set<number>();
  #lastPenAt = -Infinity;
  #isMenuOpen = false;

  /** Fingers on the canvas that do not rest there. */
  get touchCount(): number {
    return this.#touchCount.size;
  }
  /** @param timeStamp of an event, in milliseconds. */
  isPenActive(timeStamp: number): boolean {
    return this.#pensDown.size > 0 || timeStamp - this.#lastPenAt < PEN_IDLE_MS;
  }
  /** Whether fingers leave the view alone now: a pen is near, or they opened a menu and have not been lifted since. */
  keepsView(timeStamp: number): boolean {
    return this.isPenActive(timeStamp) || (this.#isMenuOpen && this.#touchCount.size > 0);
  }
  /** A long press opened a menu. */
  onMenuOpen(): void {
    this.#isMenuOpen = true;
  }
  /** A pen hovers or moves. */
  see({ pointerType, timeStamp }: HandEvent): void {
    if (pointerType === 'pen') this.#lastPenAt = timeStamp;
  }
  press({ pointerId, pointerType, timeStamp }: HandEvent): PressRole {
    if (this.#touchCount.size === 0) this.#isMenuOpen = false;
    if (pointerType === 'touch') {
      if (this.isPenActive(timeStamp)) return 'rests';
      this.#touchCount.add(pointerId);
      if (this.#touchCount.size > 1) {
        this.#acting = null;
        return 'joins';
      }
    } else if (pointerType === 'pen') {
      this.#pensDown.add(pointerId);
      this.#lastPenAt = timeStamp;
      // The hand came down before its pen.
      this.#touchCount.clear();
    }
    this.#acting = pointerId;
    return 'acts';
  }
  /** Whether a pointer is the one whose gesture goes on. */
  acts({ pointerId }: HandEvent): boolean {
    return this.#acting === null || this.#acting === pointerId;
  }
  /** A pointer left the canvas, or the browser took it away. */
  lift({ pointerId, pointerType, timeStamp }: HandEvent): void {
    if (pointerType === 'pen') this.#lastPenAt = timeStamp;
    this.#pensDown.delete(pointerId);
    this.#touchCount.delete(pointerId);
    if (this.#acting === pointerId) this.#acting = null;
  }
  /** The window lost its pointers. */
  clear(): void {
    this.#acting = null;
    this.#touchCount.clear();
    this.#pensDown.clear();
  }
}
