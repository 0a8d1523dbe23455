import { isIP } from 'node:net';

/** The hosts to which push messages may go. */
export interface PushOrigins {
  /** Host names; a leading `*.` matches all subdomains, `*` alone every public host. */
  readonly services: readonly string[];
  /** Origins that are allowed although they are private or not https. */
  readonly privateOrigins: readonly string[];
}

/**
 * Tells whether an endpoint is acceptable: a known service by https on the default port, or an origin that the operator
 * allows. Endpoints come from clients, so an attacker could name a host in the private network (SSRF).
 */
export function isPushEndpoint(text: string, { services, privateOrigins }: PushOrigins): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, username, password, hostname, port, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (privateOrigins.includes(origin)) return true;
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && hostname.includes('.') && !hostname.endsWith('.');
  return protocol === 'https:' && port === '' && isName && services.some((service) => isOf(hostname, service));
}

function isOf(hostname: string, service: string): boolean {
  if (service === '*') return true;
  return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
}
