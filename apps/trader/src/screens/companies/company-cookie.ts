import { COMPANY_COOKIE, COMPANY_COOKIE_DAYS } from '@fairlot/contract';

/** The Set-Cookie text that stores the chosen company for 3 years. */
export function companyCookie(id: number, secure: boolean): string {
  return `${COMPANY_COOKIE}=${id}; path=/; max-age=${COMPANY_COOKIE_DAYS * 86_400}; samesite=lax${secure ? '; secure' : ''}`;
}

/** Id of the chosen company in a document's cookies; undefined if there is none. */
export function chosenCompany(cookies: string): number | undefined {
  const value = new RegExp(`(?:^|; )${COMPANY_COOKIE}=([1-9]\\d{0,14})(?:;|$)`).exec(cookies)?.[1];
  return value === undefined ? undefined : Number(value);
}
