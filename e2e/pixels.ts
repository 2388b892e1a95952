import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** The pixels of a part of the screen, as `#rrggbb`. */
export async function pixelsOf(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const data = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  return Array.from(
    { length: data.length / 3 },
    (_, i) => `#${data.subarray(3 * i, 3 * i + 3).toString('hex')}`,
  )
}
