/** Second-level labels under which country registries sell names: example.co.uk has no subdomain. */
const SECOND_LEVEL = new Set(['co', 'com', 'net', 'org', 'gov', 'edu', 'ac', 'or', 'ne']);
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** Scheme, host (an IPv6 address in brackets) and port, as URL.origin writes them. */
const ORIGIN = /^(https?:\/\/)(\[[^\]]+\]|[^:/]+)((?::\d+)?)$/;

/**
 * Applies the rule of the specification, section 7: replaces the first subdomain of the page's origin by `api`. Returns
 * the page's own origin when the site is called DEMO, and for localhost, IP addresses and hosts without a subdomain.
 */
export function derivedApiOrigin(pageOrigin: string, title: string): string {
  const [, scheme = '', host = '', port = ''] = ORIGIN.exec(pageOrigin) ?? [];
  const labels = host.split('.');
  const own = title === 'DEMO' || host.startsWith('[') || IPV4.test(host) || host.endsWith('localhost');
  const last = labels.at(-1) ?? '';
  const registered = last.length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? '') ? 3 : 2;
  if (own || labels.length <= registered) return pageOrigin;
  return `${scheme}${['api', ...labels.slice(1)].join('.')}${port}`;
}
