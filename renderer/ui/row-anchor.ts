/** Where a row stands in what is around it, as popups are anchored to it. */
interface RowAnchor {
  getBoundingClientRect: () => DOMRect;
  /** Its moves are followed. */
  contextElement: Element;
}

/** The row in which a field stands, as wide as its container: what is anchored to it stands beside the whole container. */
export const rowOf = (field: Element, container: Element): RowAnchor => ({
  getBoundingClientRect: () => {
    const { left, width } = container.getBoundingClientRect();
    const { top, height } = field.getBoundingClientRect();
    return new DOMRect(left, top, width, height);
  },
  contextElement: field,
});
