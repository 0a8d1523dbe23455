/** Address of the registration with the invitation code filled in; specification, section 2. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#/register?invite_code=${encodeURIComponent(code)}`;
}
