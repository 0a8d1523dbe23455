import { RANKING_SORTS, calls, staffCalls, topicData } from '@fairlot/contract';
import ts from 'typescript';

interface Schema {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> };
}

/** Names that are values as well, such as the orders in which the ranking is sorted: they stand in addresses and texts. */
const VALUES: ReadonlySet<string> = new Set(RANKING_SORTS);

/** The names of fields of the contract that this code writes in another way: those of answers, and of inputs. */
export function wireNames(): { readonly read: ReadonlySet<string>; readonly sent: ReadonlySet<string> } {
  const all = [...Object.values(calls), ...Object.values(staffCalls)];
  return {
    read: namesOf([...all.map(({ output }) => output), ...Object.values(topicData)]),
    sent: namesOf(all.map(({ input }) => input)),
  };
}

function namesOf(schemas: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const schema of schemas) collect(schema as Schema, names);
  return new Set([...names].filter((name) => /_|^[A-Z]/.test(name) && !VALUES.has(name)));
}

function collect({ _zod: { def } }: Schema, names: Set<string>): void {
  for (const [name, field] of Object.entries((def['shape'] ?? {}) as Readonly<Record<string, Schema>>)) {
    names.add(name);
    collect(field, names);
  }
  const parts = [def['element'], def['innerType'], def['valueType'], def['in'], def['out']] as readonly Schema[];
  const options = (def['options'] ?? []) as readonly Schema[];
  for (const part of [...parts, ...options]) if (part !== undefined) collect(part, names);
}

/** Places in a source that read, declare or write a property by one of the names, as `name:line`. */
export function wireNamesIn(
  fileName: string,
  source: string,
  forbidden: { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> },
): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const [name, names] = propertyIn(node, forbidden);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && names.has(name.text))
      found.push(`${name.text}:${file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1}`);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

type Names = ReadonlySet<string>;

/** The name of the property that a node reads, declares or writes, and the names that it may not have. */
function propertyIn(
  node: ts.Node,
  { read, written }: { readonly read: Names; readonly written: Names },
): readonly [ts.Node | undefined, Names] {
  if (ts.isPropertyAccessExpression(node)) return [node.name, read];
  if (ts.isElementAccessExpression(node)) return [node.argumentExpression, read];
  if (ts.isPropertySignature(node)) return [node.name, read];
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
    return [node.propertyName ?? node.name, read];
  if (ts.isIndexedAccessTypeNode(node) && ts.isLiteralTypeNode(node.indexType)) return [node.indexType.literal, read];
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return [node.name, written];
  return [undefined, read];
}
