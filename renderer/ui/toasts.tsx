import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { words } from '#renderer/words/index.ts';
import { IconButton } from './button.tsx';
import { toastRegion, useIsRead, useAutoDismiss } from './toast-time.ts';
import { useFreeCorner } from './use-free-corner.ts';
import css from './toasts.module.css';

const t = words.ui.toasts;

const manager = Base.createToastManager<Dismissal>();

/** How long a message stays; another object each time that it comes. */
interface Dismissal {
  /** Milliseconds; 0 until closed. */
  timeout: number;
}

export interface ToastOptions {
  /** One line. */
  title: string;
  description?: string;
  kind?: 'plain' | 'ok' | 'error';
  action?: { label: string; run: () => void };
  /**
   * What the message is about, where its words may differ: the same again replaces the toast and renews its time.
   * Without it the words are what counts.
   */
  id?: string;
  /** Milliseconds; errors and what has a button stay 10 s, others 5 s, 0 until closed. */
  timeout?: number;
}

/** Says something that just happened, in a corner, for a while. Errors are announced at once. */
export function showToast(options: ToastOptions): void {
  addToast(options);
}

/** Takes a message away whose cause is gone; nothing where there is none. */
export const dismissToast = (id: string): void => manager.close(id);

function addToast(options: ToastOptions): string {
  const kind = options.kind ?? 'plain';
  return manager.add({
    id: options.id ?? JSON.stringify([kind, options.title, options.description ?? '']),
    title: options.title,
    description:
      typeof options.description === 'string'
        ? words.sentences.translate(options.description)
        : options.description,
    type: kind,
    priority: kind === 'error' ? 'high' : 'low',
    // Its own clock is paused by a pointer that only rests, and may stand still after the window was left.
    timeout: 0,
    data: { timeout: options.timeout ?? (kind === 'error' || options.action ? 10_000 : 5000) },
    actionProps: options.action
      ? { children: options.action.label, onClick: () => options.action?.run() }
      : undefined,
  });
}

/** Notices about one thing that a page shows, such as the open project. */
class ProjectNotices {
  readonly #nameOf: () => string;
  #displayed: Set<string> | null = null;

  constructor(nameOf: () => string) {
    this.#nameOf = nameOf;
  }
  /** The page is there. @returns to be called when it is left. */
  enter = (): (() => void) => {
    const displayed = new Set<string>();
    this.#displayed = displayed;
    return () => {
      this.#displayed = null;
      for (const id of displayed) manager.close(id);
    };
  };
  show = ({ action, ...options }: ToastOptions): void => {
    if (this.#displayed) {
      this.#displayed.add(addToast({ ...options, ...(action && { action }) }));
      return;
    }
    const prefix = t.label(this.#nameOf());
    addToast({
      ...options,
      description: options.description === undefined ? `${prefix}.` : `${prefix}: ${options.description}`,
    });
  };
}

/**
 * `showToast` for what is about the open project alone: a notice goes when the project is left, and one that comes only
 * then says which project it is about, without a button for what can be done no more.
 * @param nameOf the project's name; that of the first rendering is asked.
 * @returns always the same function.
 */
export function useProjectNotices(nameOf: () => string): (options: ToastOptions) => void {
  const [notices] = useState(() => new ProjectNotices(nameOf));
  useEffect(() => notices.enter(), [notices]);
  return notices.show;
}

function List({ region }: { region: RefObject<HTMLDivElement | null> }): ReactElement[] {
  const { toasts } = Base.useToastManager<Dismissal>();
  useFreeCorner(region, toasts.length);
  const isRead = useIsRead(toasts.length > 0);
  return toasts.map((toast) => <Message key={toast.id} toast={toast} isRead={isRead} />);
}

function Message({
  toast,
  isRead,
}: {
  toast: Base.Root.ToastObject<Dismissal>;
  isRead: boolean;
}): ReactElement {
  useAutoDismiss(toast.data, isRead, () => manager.close(toast.id));
  return (
    <Base.Root toast={toast} swipeDirection="right" className={css['toast']}>
      <span className={css['dot']} data-type={toast.type} aria-hidden />
      <Base.Content className={css['content']}>
        <Base.Title className={css['title']} render={<p />} />
        <Base.Description className={css['description']} />
        {toast.actionProps ? <Base.Action className={css['action']} /> : null}
      </Base.Content>
      <Base.Close
        render={
          <IconButton label={words.common.dismiss}>
            <X />
          </IconButton>
        }
      />
    </Base.Root>
  );
}

/** Where toasts appear; once, around the app. */
export function Toasts({ children }: { children: ReactNode }): ReactElement {
  const region = useRef<HTMLDivElement>(null);
  return (
    <Base.Provider toastManager={manager} limit={4}>
      {children}
      <Base.Portal>
        <Base.Viewport ref={region} className={css['viewport']} {...toastRegion}>
          <List region={region} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
