import './ui/tokens.css';
import './ui/base.css';
import { startTheme } from './ui/theme.ts';
import { settleWords } from './words/settle.ts';

startTheme();
// Modules of the app take their texts when they are loaded, so the language comes before.
void settleWords(document.documentElement.lang)
  .then(() => import('./start.tsx'))
  .then(({ start }) => start());
