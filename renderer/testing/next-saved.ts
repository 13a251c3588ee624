/**
 * The next file that the page saves, kept from the browser's downloads.
 * @param save what saves it.
 */
export async function nextSaved(save: () => Promise<unknown>): Promise<File> {
  const abort = new AbortController();
  const saved = new Promise<File>((resolve, reject) => {
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target;
        if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
        event.preventDefault();
        fetch(link.href)
          .then((response) => response.blob())
          .then((blob) => resolve(new File([blob], link.download, { type: blob.type })))
          .catch(reject);
      },
      { capture: true, signal: abort.signal },
    );
  });
  try {
    await save();
    return await saved;
  } finally {
    abort.abort();
  }
}
