import { Component, type ReactNode } from 'react';
import { Button, ErrorState } from '#renderer/ui/index.ts';

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
      <main style={{ height: '100%' }}>
        <ErrorState
          title="Something went wrong on this page"
          text={`Edits that were shown as saved are safe. Reload the page to go on. (${error.message})`}
          action={<Button onClick={() => location.assign('/')}>Go to projects</Button>}
          onRetry={() => this.setState({ error: null })}
        />
      </main>
    );
  }
}
