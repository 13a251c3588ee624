import { noteHostState } from './host-state.ts';
import { authorization, deskFetch, HostUnreachable } from './transport.ts';

interface FormProgress {
  /** 0 to 1 of the form's bytes, as they leave; not called where that cannot be told. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export type SendForm = (path: string, form: FormData, progress: FormProgress) => Promise<Response>;

/**
 * Posts a form to the desktop process.
 * @throws HostUnreachable when no response came, and an AbortError when the caller gave up.
 */
export const sendForm: SendForm = (path, form, { onProgress, signal }) => {
  // The desktop window's own scheme knows `fetch` alone, which does not tell how far it is.
  if (window.patchbay) return deskFetch(path, { method: 'POST', body: form, signal });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (end: () => void) => () => {
      signal.removeEventListener('abort', abort);
      end();
    };
    const gaveUp = () => reject(new DOMException('The request was canceled.', 'AbortError'));
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    const bearer = authorization();
    if (bearer !== null) request.setRequestHeader('authorization', bearer);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.addEventListener(
      'load',
      settle(() => {
        noteHostState('connected');
        const headers = new Headers();
        for (const name of ['content-type', 'retry-after', 'x-request-id']) {
          const value = request.getResponseHeader(name);
          if (value !== null) headers.set(name, value);
        }
        resolve(new Response(request.responseText, { status: request.status, headers }));
      }),
    );
    request.addEventListener(
      'error',
      settle(() => {
        noteHostState('lost');
        reject(new HostUnreachable(new Error('The connection was cut.')));
      }),
    );
    request.addEventListener('abort', settle(gaveUp));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) settle(gaveUp)();
    else request.send(form);
  });
};
