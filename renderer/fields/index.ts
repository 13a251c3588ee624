/** A field for each kind of declared input, and the choice of an input. */
export { CurvesField } from './curves-field.tsx';
export {
  acceptOf,
  fieldKindOf,
  fieldValueOf,
  runValueOf,
  type DeclaredInput,
  type FieldValue,
} from './declared-input.ts';
export { useFieldProblems, type FieldProblems } from './field-problems.ts';
export { InputField } from './input-field.tsx';
export { LibraryFiles } from './library-files.tsx';
export { InputPicker, type SelectableInput as PickableInput } from './input-picker.tsx';
