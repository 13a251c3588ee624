/** RFC 6266, with an ASCII fallback beside the UTF-8 name. */
export const disposition = (kind: 'inline' | 'attachment', filename: string): string => {
  const ascii = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** A `Content-Disposition` that saves under a name. */
export const attachment = (filename: string): string => disposition('attachment', filename);
