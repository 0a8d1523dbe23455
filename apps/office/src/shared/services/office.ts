import type { OfficeApi } from '@fairlot/client';

/** Calls of the back office, typed by the contract. */
export let office: OfficeApi;

/** Sets the API of this page. Only `app/compose.ts` calls it, before the first render. */
export function provideOffice(api: OfficeApi): void {
  office = api;
}
