export * from './ask-for-project.ts';
export * from './free-name.ts';
export * from './place-of-work.ts';
export * from './delete-project-dialog.tsx';
export * from './project-name.ts';
export * from './projects-page.tsx';
export * from './queries.ts';
export * from './use-debounced.ts';
