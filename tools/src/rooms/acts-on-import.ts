import ts from 'typescript';

/** Names of the browser that a module may use inside functions alone. */
const BROWSER = new Set([
  'document',
  'window',
  'location',
  'localStorage',
  'sessionStorage',
  'navigator',
  'matchMedia',
  'addEventListener',
  'setTimeout',
  'setInterval',
]);

/**
 * The statements of a module that act when it is imported: anything but declarations, and values that are computed
 * from the browser. A module that only declares can be imported by a test, by another page, and in any order.
 */
export function actsOnImport(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter((statement) => isAct(statement))
    .map((statement) => statement.getText(file).split('\n')[0] ?? '');
}

function isAct(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some(
      ({ initializer }) => initializer !== undefined && usesBrowser(initializer),
    );
  return !(
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  );
}

/** True if evaluating an expression reads the browser. The body of a function inside it runs later and does not count. */
function usesBrowser(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false;
  if (ts.isIdentifier(node) && BROWSER.has(node.text) && !isName(node)) return true;
  return ts.forEachChild(node, (child) => usesBrowser(child) || undefined) ?? false;
}

/** A member or a key of that name is something else. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}
