/** A catalog that lacks something: what is missing or wrong in it is said in English, and told to the log. */

type Words = (...values: readonly unknown[]) => unknown;
type Group = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown): value is Words => typeof value === 'function';
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells what is wrong with a text, by its path. */
type Report = (path: string) => void;

/** @param report called once for each path. */
function completed(english: unknown, translated: unknown, path: string, report: Report): unknown {
  if (isGroup(english)) {
    const group: Group = isGroup(translated) ? translated : {};
    return Object.fromEntries(
      Object.entries(english).map(([key, value]) => [
        key,
        completed(value, group[key], path === '' ? key : `${path}.${key}`, report),
      ]),
    );
  }
  const isSameKind =
    typeof translated === typeof english && Array.isArray(translated) === Array.isArray(english);
  if (!isSameKind) {
    report(path);
    return english;
  }
  return isFunction(translated) && isFunction(english)
    ? safely(translated, english, path, report)
    : translated;
}

/** A form that is missing shows only when it is asked for. */
function safely(translated: Words, english: Words, path: string, report: Report): Words {
  let isReported = false;
  return (...values) => {
    try {
      const text = translated(...values);
      if (text !== undefined) return text;
    } catch {
      // Said below, as a text that is none.
    }
    if (!isReported) report(path);
    isReported = true;
    return english(...values);
  };
}

/**
 * A catalog with every text of the English one.
 * @param translated of another language; what it lacks, or has as another kind of thing, is English
 */
export function completeCatalog(
  english: Group,
  translated: Group,
  report: Report = (path) =>
    reportError(new Error(`The text ${path} is missing in this language. It is shown in English.`)),
): Group {
  return Object.fromEntries(
    Object.entries(english).map(([page, group]) => [page, completed(group, translated[page], page, report)]),
  );
}
