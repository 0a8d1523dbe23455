import { dirname } from 'node:path';
import ts from 'typescript';

/** Names of the types of functions that look a text up by its key. */
const LOOKS_UP = new Set(['Say', 'ClientText', 'TradeNotesText', 'Text']);

/**
 * The keys of texts that the program of a tsconfig.json looks up, without plural categories. The compiler knows the type of
 * a computed key: of `orders.tab.${list}` it lists one key for each value that `list` can have.
 */
export function usedKeys(configFile: string): ReadonlySet<string> {
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as { readonly config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  const program = ts.createProgram(
    fileNames.filter((file) => !/\.test(kit)?\.tsx?$/.test(file)),
    options,
  );
  const checker = program.getTypeChecker();
  const keys = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments[0] !== undefined && looksUp(checker, node))
      addKeys(checker, checker.getTypeAtLocation(node.arguments[0]), keys);
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file)) visit(file);
  return keys;
}

function looksUp(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  return LOOKS_UP.has(checker.getTypeAtLocation(call.expression).aliasSymbol?.name ?? '');
}

function addKeys(checker: ts.TypeChecker, type: ts.Type, keys: Set<string>): void {
  if (type.isUnion()) for (const part of type.types) addKeys(checker, part, keys);
  else if (type.isStringLiteral()) keys.add(type.value);
  else {
    // The key has a part of a generic type: its constraint lists the values.
    const constraint = checker.getBaseConstraintOfType(type);
    if (constraint !== undefined && constraint !== type) addKeys(checker, constraint, keys);
  }
}
