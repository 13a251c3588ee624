/** A document of a project beside its graph. */
export type DocumentKind = 'storyboard' | 'timeline';
