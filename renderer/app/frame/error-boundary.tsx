import { Component, type ReactNode } from 'react';
import { Button, ErrorState } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appFrame.errorBoundary;

/** Keeps a mistake in one page from taking the window down, and offers the ways out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main style={{ height: '100%' }} aria-label={t.somethingWentPage}>
        <ErrorState
          title={t.somethingWentPage}
          text={t.editsSavedSafeReload(error.message)}
          action={<Button onClick={() => location.assign('/')}>{t.goProjects}</Button>}
          onRetry={() => this.setState({ error: null })}
        />
      </main>
    );
  }
}
