export { MadeBy } from './made-by.tsx';
