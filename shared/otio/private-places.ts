/** Which texts in the metadata of other programs must not leave this computer. */

/** Folders of people, and of this computer; `/shots/sq01` and the like are names in a studio's tools. */
const PERSONAL = /^(?:\/home\/|\/users\/|\/root(?:\/|$)|\/tmp\/|\/var\/|\/private\/|~\/|[a-z]:\/users\/)/i;
let cachedPaths: readonly string[] = [];

/** Says which folders of this computer are private, beside those that are everywhere: a page does not know them. */
export function hideFolders(folders: readonly string[]): void {
  cachedPaths = folders.map(slashed).filter((folder) => folder.length > 1);
}

/** Parameters that let whoever has the address in. */
const KEYS =
  /[?&#;][^=&#;]*(?:sig|token|key|credential|auth|secret|password|policy|expires|x-amz-)[^=&#;]*=/i;
const USER = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;

/** Whether a text is a signed address, or a path of this computer or of a person's folder. */
export function isPrivatePath(text: string): boolean {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(text)) return KEYS.test(text) || USER.test(text);
  const path = slashed(text).replace(/^file:(?:\/\/(?:localhost)?)?(?:\/(?=[a-z]:))?/i, '');
  return (
    PERSONAL.test(path) || cachedPaths.some((folder) => path === folder || path.startsWith(`${folder}/`))
  );
}

function slashed(text: string): string {
  return text.replaceAll('\\', '/');
}
