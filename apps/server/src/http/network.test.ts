import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['', ''],
  [undefined, ''],
  ['not an address', 'not an address'],
])('%s stands for %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['192.0.2.1', '192.0.2.1'],
  ['', ''],
])('of %s the site is %s', (network, site) => {
  expect(siteOf(network)).toBe(site)
})
