export { DocumentSaveMark, UndoButtons } from './document-bar.tsx';
export type { DocumentSession } from './document-session.ts';
export { keepVersionBefore } from './keep-version.ts';
export { mediaDocuments, useDocumentSession, useOpenDocument } from './open-documents.ts';
export { UnsoundDocument } from './read-document.ts';
