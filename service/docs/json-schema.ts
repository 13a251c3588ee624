/** Reading the JSON Schemas of the OpenAPI document: as short text for people, and as an example that is valid. */

export type JsonObject = { [key: string]: unknown };

/** The named schemas of the document. */
export type Components = Readonly<Record<string, JsonObject>>;

const REFERENCE = '#/components/schemas/';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The name that a schema refers to, or null when it stands for itself. */
export const referenceOf = (schema: JsonObject): string | null => {
  const target = schema['$ref'];
  return typeof target === 'string' && target.startsWith(REFERENCE) ? target.slice(REFERENCE.length) : null;
};

/** Every named schema that a value refers to, directly or through others, in the order met. */
export function schemasUsed(value: unknown, components: Components): string[] {
  const visited = new Set<string>();
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) inner.forEach(visit);
    if (!isObject(inner)) return;
    const name = referenceOf(inner);
    if (name !== null && !visited.has(name)) {
      visited.add(name);
      visit(components[name]);
    }
    Object.values(inner).forEach(visit);
  };
  visit(value);
  return [...visited];
}

/** A schema as one line in the notation of TypeScript; named schemas by their name. */
export function typeText(schema: JsonObject): string {
  const name = referenceOf(schema);
  if (name !== null) return name;
  const options = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (options.length > 0) return options.map(typeText).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return type.map((item) => typeText({ ...schema, type: String(item) })).join(' | ');
  if (type === 'array') return arrayText(schema);
  if (type === 'object') return objectText(schema);
  return typeof type === 'string' ? type : 'any';
}

function arrayText(schema: JsonObject): string {
  const prefixItems = list(schema['prefixItems']);
  if (prefixItems.length > 0) return `[${prefixItems.map(typeText).join(', ')}]`;
  const item = isObject(schema['items']) ? typeText(schema['items']) : 'any';
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: JsonObject): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const fields = fieldsOf(schema).map(({ name, required, type }) => `${name}${required ? '' : '?'}: ${type}`);
  if (Object.keys(properties).length > 0) return `{ ${fields.join('; ')} }`;
  const additionalProperties = schema['additionalProperties'];
  return isObject(additionalProperties) && Object.keys(additionalProperties).length > 0
    ? `{ [name: string]: ${typeText(additionalProperties)} }`
    : 'object';
}

export interface Field {
  name: string;
  type: string;
  required: boolean;
}

/** The fields of an object schema, in its order; none for anything else. */
export function fieldsOf(schema: JsonObject): Field[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: isObject(property) ? typeText(property) : 'any',
    required: required.has(name),
  }));
}

/** A small value that the schema accepts: what is required, and no more. */
export function exampleOf(schema: JsonObject, components: Components): unknown {
  const name = referenceOf(schema);
  if (name !== null) return exampleOf(components[name] ?? {}, components);
  const options = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (options[0] !== undefined) return exampleOf(options[0], components);
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const { type } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const prefixItems = list(schema['prefixItems']);
      if (prefixItems.length > 0) return prefixItems.map((itemSchema) => exampleOf(itemSchema, components));
      return isObject(schema['items']) ? [exampleOf(schema['items'], components)] : [];
    }
    case 'object': {
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      return Object.fromEntries(
        required.map((key) => {
          const property = properties[key];
          return [key, isObject(property) ? exampleOf(property, components) : null];
        }),
      );
    }
    default:
      return null;
  }
}
