import sharp from 'sharp'
import { type CropMarker, cropArea, cropSize } from '#server/platform/media/crop-area'
import { groundColor } from '#server/platform/media/ground'
import { pictureError } from '#server/platform/media/render-picture'
import { RenderError, type RenderResult, type Size } from '#server/platform/media/render-protocol'

const BACKGROUND = '#e9e9ec'
/** The accent colour of the web app, which pins have. */
const ACCENT = '#d93a1f'

type Job = { path: string; marker: CropMarker; output: string }

/** The surroundings of a comment's place on a rendered page, with its marker. */
export async function renderCrop({ path, marker, output }: Job): Promise<RenderResult> {
  try {
    const image = sharp(path, { limitInputPixels: 16_000_000 })
    const { width, height } = await image.metadata()
    if (!width || !height) throw new RenderError('DAMAGED')
    const area = cropArea(marker, { width, height })
    const scale = Math.min(cropSize.width / area.width, cropSize.height / area.height)
    const edge = {
      x: (cropSize.width - area.width * scale) / 2,
      y: (cropSize.height - area.height * scale) / 2,
    }
    const place = (x: number, y: number) => ({
      x: edge.x + (x * width - area.left) * scale,
      y: edge.y + (y * height - area.top) * scale,
    })
    const size = { width: width * scale, height: height * scale }
    const background = await groundColor(image.clone(), BACKGROUND)
    const { data, info } = await image
      .extract(area)
      .resize({ ...cropSize, fit: 'contain', background })
      .flatten({ background })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    await sharp(data, { raw })
      .composite([{ input: Buffer.from(markOf(marker, place, size)) }])
      .webp({ quality: 80, effort: 0, smartSubsample: true })
      .toFile(output)
    return { sizes: [cropSize], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}

type ToPixels = (x: number, y: number) => { x: number; y: number }

/** The marker as an SVG of numbers alone, with a light edge so that it is visible everywhere. */
function markOf(
  { x, y, width = 0, height = 0, points = [] }: CropMarker,
  place: ToPixels,
  page: Size,
): string {
  const at = place(x, y)
  const line = points.map(([px, py]) => Object.values(place(px, py)).map(short).join(',')).join(' ')
  const shape =
    points.length > 1
      ? `<polyline points="${line}"/>`
      : width > 0 && height > 0
        ? `<rect x="${short(at.x)}" y="${short(at.y)}" width="${short(width * page.width)}" height="${short(height * page.height)}" rx="2"/>`
        : ''
  const stroke = (color: string, size: number) =>
    `<g fill="none" stroke="${color}" stroke-width="${size}" stroke-linejoin="round" stroke-linecap="round">${shape}</g>`
  const dot =
    shape === ''
      ? `<circle cx="${short(at.x)}" cy="${short(at.y)}" r="11" fill="${ACCENT}" stroke="#fff" stroke-width="3"/>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cropSize.width}" height="${cropSize.height}">${stroke('#fff', 6)}${stroke(ACCENT, 3)}${dot}</svg>`
}

const short = (length: number) => length.toFixed(1)
