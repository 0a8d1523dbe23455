/** Shown in place of a person without address. */
const NOBODY = '***';

/**
 * An email address or mobile number for people who may recognise it but must not learn it: `a***@e***.com`, `+49***78`.
 */
export function maskedPerson({
  email,
  mobile,
}: {
  readonly email: string | null;
  readonly mobile: string | null;
}): string {
  if (email !== null) return maskedEmail(email);
  return mobile === null || mobile.length < 8 ? NOBODY : `${mobile.slice(0, 3)}***${mobile.slice(-2)}`;
}

function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ending = domain.lastIndexOf('.');
  if (at < 1 || ending < 1) return NOBODY;
  return `${first(email)}***@${first(domain)}***${domain.slice(ending)}`;
}

/** The first character, also one of several code units. */
function first(text: string): string {
  return Array.from(text)[0] ?? '';
}
