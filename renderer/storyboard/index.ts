export * from './storyboard-page.tsx';
