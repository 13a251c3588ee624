import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/frame/app.tsx';
import { openAhead } from './app/frame/open-ahead.ts';
import { projectUndo } from './model/project-undo.ts';

/** Shows the app in the page. */
export function start(): void {
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
}
