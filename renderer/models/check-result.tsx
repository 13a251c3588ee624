import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import css from './models.module.css';

/** What a service answered to a question about it: a sentence each. */
export function CheckResult({ ok, messages }: { ok: boolean; messages: readonly string[] }): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  // In a small window the answer may come below what is seen of a dialog.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={element} className={ok ? css['success'] : css['problem']}>
      {ok ? <Check size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
      <div>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </div>
  );
}
