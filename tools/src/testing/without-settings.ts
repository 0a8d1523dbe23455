/** The environment without FAIRLOT_ variables: those of a test run are not the server's, which refuses unknown ones. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FAIRLOT_')));
}
