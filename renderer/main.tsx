import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import { startTheme } from './ui/theme.ts';
import { App } from './app/frame/app.tsx';
import { openAhead } from './app/frame/open-ahead.ts';
import { projectUndo } from './model/project-undo.ts';

startTheme();
projectUndo.rememberIn(localStorage);
void openAhead(location.pathname);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
