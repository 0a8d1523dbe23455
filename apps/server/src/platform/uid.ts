/** Numbers shown to people begin here, so that they all have eight digits. */
const FIRST_UID = 10_000_000;

/** The number by which a user is known to people. */
export function uidOf(user: number): string {
  return String(FIRST_UID + user);
}

/** The user of a uid, as far as the text can be one. */
export function userOfUid(uid: string): number | undefined {
  const user = /^\d{8,15}$/.test(uid) ? Number(uid) - FIRST_UID : 0;
  return user > 0 ? user : undefined;
}
