import { isIPv6 } from 'node:net';

const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whose attempts are counted together: an IPv4 address, or the 64 bits of an IPv6 address that name a network. Whoever
 * has one of those has all its addresses.
 */
export function networkOf(address: string): string {
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [ipv6 = ''] = address.split('%');
  if (!isIPv6(ipv6)) return address;
  // an IPv4 address at the end takes the place of two groups
  const [head = '', tail] = ipv6.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':').length : 0;
  if (tail !== undefined)
    groups.push(...Array<string>(8 - groups.length - after).fill('0'), ...tail.split(':'));
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${network.join(':')}::/64`;
}
