/**
 * A catalog of another language for an English one: the same keys and nesting, texts where it has texts, and functions
 * of the same parameters where it has functions. A key too many or too few is a type error.
 * `export const bar: Translated<typeof english> = { … }`, with `import type { bar as english } from '../english/bar.ts'`.
 */
export type Translated<Catalog> = Catalog extends string
  ? string
  : Catalog extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translated<Result>
    : Catalog extends object
      ? { [Key in keyof Catalog]: Translated<Catalog[Key]> }
      : Catalog;
