/** The address under which somebody registers with an invitation code already filled in; specification, section 2. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#/register?invite_code=${encodeURIComponent(code)}`;
}
