import { isIPv6 } from 'node:net'

/** The network behind an address: IPv4 alone, IPv6 as its /64, one customer’s. Empty once disconnected. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return ''
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? ipv4Of(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/** The largest block of one customer, for a network of `networkOf`: a /48 of IPv6 contains 65,536 of them. */
export function siteOf(network: string): string {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** All eight groups, in hexadecimal. */
function groupsOf(address: string): string[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean))
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0)
  return [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])]
}

function ipv4Of(groups: string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
