export * from './templates-page.tsx';
