import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test('names a session by its browser and system', () => {
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'curl/8.0',
    null,
  ]
  expect(agents.map(deviceName)).toEqual([
    'Edge on Windows',
    'Safari on iOS',
    'Firefox on Linux',
    'Chrome on macOS',
    'An unknown device',
    'An unknown device',
  ])
})
