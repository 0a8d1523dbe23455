import { withoutComments } from '../source-text.ts';

/** A comment that opens with a question word or an indefinite pronoun instead of its subject. */
const OPENING = /^\s*(?:\/\*\*|\/\/|\*)\s*(?:What|Who|Whoever|Somebody|Nobody|Anybody|Whether|Where)\b.*$/gm;

/** Quoted text on one line. */
const TEXT = /'(?:[^'\\\n]|\\.)*'/g;

/** `private` or `protected` before a class member or a constructor's parameter. */
const KEYWORD =
  /(?:^|\(|,)\s*(?:(?:declare|static|abstract|override)\s+)*(?:private|protected)\s+(?!constructor\b)(?:(?:static|abstract|override|readonly|async|get|set|accessor|declare)\s+)*\*?[\w$[]+\]?\s*[!?]?\s*[(<:=;,]/gm;

/** Lines with a comment that does not start with its subject. */
export function hiddenSubjects(source: string): string[] {
  return (source.match(OPENING) ?? []).map((line) => line.trim());
}

/** Members that use TypeScript's `private` or `protected` instead of `#name`. Constructors may use the keywords. */
export function memberKeywords(source: string): string[] {
  return (withoutComments(source).replaceAll(TEXT, "''").match(KEYWORD) ?? []).map((member) => member.trim());
}
