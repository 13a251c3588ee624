export * from './manifest.ts';
export * from './references.ts';
