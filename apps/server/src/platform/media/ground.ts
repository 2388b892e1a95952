import { groundFor, middles } from '@wingmark/contract/ground'
import sharp, { type Raw, type Sharp } from 'sharp'

const lookedAtPx = 48
const dark = `rgb(${middles.DARK.join(', ')})`

/** `usual`, or a dark colour where more of the picture is visible on it. */
export async function groundColor(picture: Sharp, usual: string): Promise<string> {
  const small = picture.resize(lookedAtPx, lookedAtPx, { fit: 'inside', withoutEnlargement: true })
  const pixels = await small.toColourspace('srgb').ensureAlpha().raw().toBuffer()
  return groundFor(pixels) === 'DARK' ? dark : usual
}

/** Blends pixels with the ground. */
export async function onGround(data: Uint8Array, raw: Raw, usual: string): Promise<Sharp> {
  const open = () => sharp(data, { raw, limitInputPixels: false })
  if (raw.channels === 3) return open()
  return open().flatten({ background: await groundColor(open(), usual) })
}
