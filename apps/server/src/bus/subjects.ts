/** Version of the messages. Processes of different versions of an installation do not hear each other. */
const VERSION = 'v1';
const TOKEN = /^[A-Za-z0-9_-]{1,64}$/;

/** Names a subject of an installation from its parts: `fairlot.<installation>.v1.<part>.<part>`. */
export type Subjects = (...parts: readonly (string | number)[]) => string;

/** Throws RangeError for an installation or part that is no plain token, because `.`, `*` and `>` address many subjects. */
export function subjectsOf(installation: string): Subjects {
  return (...parts) => {
    const tokens = [installation, VERSION, ...parts.map(String)];
    const bad = tokens.find((token) => !TOKEN.test(token));
    if (bad !== undefined) throw new RangeError(`${JSON.stringify(bad)} cannot be a part of a subject`);
    return ['fairlot', ...tokens].join('.');
  };
}
