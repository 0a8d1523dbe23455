import { componentName } from './json-schema.ts';

const CONSTANT = /^export const (\w+) = /;
const FIELD = /^ {2}(\w+): /;
const COMMENT = /^\s*\/\*\* (.*?) ?\*\/$/;

/**
 * Docstrings of the contract's exported schemas and their fields, by component name; '' is the docstring of the schema
 * itself. Only one-line docstrings are found. The references quote them, so that each field is explained in one place.
 */
export function sourceDocs(sources: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const docs = new Map<string, Map<string, string>>();
  for (const source of sources) {
    let fields: Map<string, string> | undefined;
    let comment: string | undefined;
    for (const line of source.split('\n')) {
      const text = COMMENT.exec(line)?.[1];
      if (text !== undefined) {
        comment = text;
        continue;
      }
      const constant = CONSTANT.exec(line)?.[1];
      const field = FIELD.exec(line)?.[1];
      if (constant !== undefined) {
        fields = new Map();
        docs.set(componentName(constant), fields);
        if (comment !== undefined) fields.set('', comment);
      } else if (field !== undefined && comment !== undefined) fields?.set(field, comment);
      comment = undefined;
    }
  }
  return docs;
}
