/** A network address with its country, where the server knows it. */
export function addressText({ address, country }: { readonly address: string; readonly country: string }): string {
  return country === '' ? address : `${address} · ${country}`;
}
