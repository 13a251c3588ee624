/** The longest that a transition takes of a shot, in seconds. */
const MAX_TRANSITION_SECONDS = 0.5;

/** Seconds within which a shot of a length comes in. */
export const transitionSeconds = (length: number): number => Math.min(MAX_TRANSITION_SECONDS, length / 2);

/** How a shot comes in: at once, over the end of the one before it, or from black. Whatever else is a cut. */
export const transitionInOf = (transition: string, isFirst: boolean): 'cut' | 'dissolve' | 'fade' => {
  if (transition === 'fade') return 'fade';
  return transition === 'dissolve' && !isFirst ? 'dissolve' : 'cut';
};
