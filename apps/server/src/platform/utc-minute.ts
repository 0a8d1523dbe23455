/** A time in texts for people whose time zone is not known, such as `2026-03-29 14:05 UTC`. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
