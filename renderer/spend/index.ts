export * from './credits-key.ts';
export * from './spend-page.tsx';
