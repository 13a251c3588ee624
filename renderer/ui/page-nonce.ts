/** The host puts a nonce for styles into the page; libraries that add styles at run time need it. */
export const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
