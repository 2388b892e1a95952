import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless, rendering with the processor alone, with further flags of `CHROMIUM_FLAGS`. Throws if there is none. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: install one or set CHROMIUM_PATH.')
  const more = process.env['CHROMIUM_FLAGS']?.split(' ') ?? []
  return chromium.launch({ executablePath, args: [...flags, ...more] })
}
