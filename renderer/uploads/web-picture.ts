import { createStore } from 'zustand/vanilla';
import { readApiError } from '#shared/api/index.ts';
import { webPicturePath } from '#shared/desk/index.ts';
import { deskFetch, describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { pictureInAddress, withExtension, type WebContent } from './web-content.ts';

/** A picture of the web that waits for the person to say whether it is fetched. */
export interface PictureRequest {
  /** Of the site that would be asked. */
  host: string;
  decide: (mayFetch: boolean) => void;
}

export const pictureRequest = createStore<{ request: PictureRequest | null }>(() => ({ request: null }));

/** Asks the person; one question at a time, a new one gives up the one before. */
function confirmFetch(host: string): Promise<boolean> {
  pictureRequest.getState().request?.decide(false);
  return new Promise((resolve) => {
    const answer = (mayFetch: boolean): void => {
      pictureRequest.setState({ request: null });
      resolve(mayFetch);
    };
    pictureRequest.setState({ request: { host, decide: answer } });
  });
}

/**
 * The picture that was dropped from a web page as a file. What only has an address is fetched by the desktop process, when the
 * person agrees.
 * @returns no file and a sentence where it cannot be had, neither where the person does not want it
 */
export async function importWebPicture({
  url,
  name,
}: Extract<WebContent, { kind: 'picture' }>): Promise<{ file: File | null; problem: string | null }> {
  if (url.startsWith('data:')) {
    const file = pictureInAddress(url, name);
    return { file, problem: file ? null : words.webDrop.unreadable };
  }
  const at = URL.canParse(url) ? new URL(url) : null;
  if (at === null || !/^https?:$/.test(at.protocol)) return { file: null, problem: words.webDrop.noAddress };
  if (!(await confirmFetch(at.host))) return { file: null, problem: null };
  try {
    const response = await deskFetch(`${webPicturePath}?url=${encodeURIComponent(at.href)}`, {
      method: 'POST',
    });
    if (!response.ok) throw await readApiError(response);
    const type = response.headers.get('content-type') ?? '';
    const bytes = await response.blob();
    return { file: new File([bytes], withExtension(name, type), { type }), problem: null };
  } catch (error) {
    return { file: null, problem: describeProblem(error) };
  }
}
