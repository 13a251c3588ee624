/** What films are drawn on in pages. */
export type PageCanvas = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
