/** First of the numbers shown to people, chosen so that all have eight digits. */
const FIRST_UID = 10_000_000;

/** The user number shown to people. */
export function uidOf(user: number): string {
  return String(FIRST_UID + user);
}

/** Parses a uid; undefined when the text can't be one. */
export function userOfUid(uid: string): number | undefined {
  const user = /^\d{8,15}$/.test(uid) ? Number(uid) - FIRST_UID : 0;
  return user > 0 ? user : undefined;
}
