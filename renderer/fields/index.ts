/** A field for each kind of declared input, and the choice of an input. */
export {
  acceptOf,
  fieldKindOf,
  fieldValueOf,
  runValueOf,
  type DeclaredInput,
  type FieldFile,
  type FieldValue,
} from './declared-input.ts';
export { useFieldProblems, type FieldProblems } from './field-problems.ts';
export type { FileUploads } from './field-props.ts';
export { InputField } from './input-field.tsx';
export { InputPicker, type PickableInput } from './input-picker.tsx';
