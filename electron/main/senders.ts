import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { appOrigin, isAppUrl } from './origins.ts';

/** The windows whose pages may use the bridge. */
export interface Senders {
  register(contents: WebContents): void;
  /**
   * Whether a message comes from the main frame of a registered window that shows the app. `about:blank` and frames
   * inherit or lack an origin and are refused.
   */
  isTrusted(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean;
}

export function createSenders(): Senders {
  const registered = new Set<WebContents>();
  return {
    register(contents) {
      registered.add(contents);
      contents.once('destroyed', () => registered.delete(contents));
    },
    isTrusted({ sender, senderFrame }) {
      return (
        registered.has(sender) &&
        senderFrame !== null &&
        senderFrame === sender.mainFrame &&
        senderFrame.origin === appOrigin &&
        isAppUrl(senderFrame.url)
      );
    },
  };
}
