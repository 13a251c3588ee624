/** The end of a switch over a union: a new member breaks the build here, and an unknown value from outside throws. */
export function assertNever(value: never): never {
  throw new Error(`Not expected here: ${JSON.stringify(value)}`);
}
