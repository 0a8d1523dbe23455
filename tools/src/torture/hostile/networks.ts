/** Addresses of the hostile visitors, by neighbourhood (IPv4 /24, IPv6 /48). */
export const NEIGHBOURHOODS: readonly (readonly string[])[] = [
  Array.from({ length: 8 }, (_, index) => `198.51.100.${index + 1}`),
  Array.from({ length: 3 }, (_, index) => `203.0.113.${index + 1}`),
  Array.from({ length: 8 }, (_, index) => `2001:db8:66:${index}::1`),
];

const ALL = NEIGHBOURHOODS.flat();
/** Networks that only look around. Few enough that the server remembers each of them before memory is judged. */
const WALKERS = 10_000;

/** One of the hostile addresses. */
export function hostileAddress(): string {
  return ALL[Math.floor(Math.random() * ALL.length)] ?? '198.51.100.1';
}

/** One of very many networks. */
export function walkerAddress(): string {
  const walker = Math.floor(Math.random() * WALKERS);
  return `2001:db8:${(0x1000 + (walker >> 4)).toString(16)}:${(walker & 15).toString(16)}::1`;
}

/** The network of an honest client, which it shares with nobody. */
export function honestAddress(index: number): string {
  return `5.${10 + index}.7.9`;
}
