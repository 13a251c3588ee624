export { OutputOrigin as MadeBy } from './made-by.tsx';
