import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { htmlOf } from './html.ts'
import { type Part, randomOf, type Version, walk } from './tree.ts'

export type Box = { x: number; y: number; width: number; height: number }
/** Where a part is, in pixels of the picture; `letter`: the middle of the text's middle one. */
export type Place = Box & { isSeen: boolean; letter?: { at: number; x: number; y: number } }
export type Drawn = { file: string; width: number; height: number; places: Record<string, Place> }

/** `retouch`: 1 lighter, 2 something taken out, 3 another photo. */
async function makePhoto(number: number, retouch: number, file: string): Promise<void> {
  const random = randomOf(7000 + number + (retouch === 3 ? 1000 : 0))
  const [width, height, hue] = [900, 700, random.int(0, 359)]
  const blobs = Array.from({ length: 70 }, (_, at) => {
    const size = at < 12 ? random.int(80, 260) : random.int(6, 60)
    const color = (hue + random.int(-50, 50) + 360) % 360
    const fill = `hsl(${color} ${random.int(15, 70)}% ${random.int(15, 85)}%)`
    const [x, y, other] = [random.int(0, width), random.int(0, height), size * random.real(0.3, 1.5)]
    return random.chance(0.6)
      ? `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${other}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${other}" fill="${fill}"/>`
  })
  if (retouch === 2) blobs.push(`<ellipse cx="450" cy="350" rx="190" ry="150" fill="hsl(${hue} 30% 55%)"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="hsl(${hue} 45% 55%)"/>${blobs.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .blur(1.6)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++)
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + (random.next() - 0.5) * 14))
  const { channels } = info
  const image = sharp(data, { raw: { width, height, channels } })
  const looks = retouch === 1 ? image.modulate({ brightness: 1.25, saturation: 0.6 }) : image
  await looks.jpeg({ quality: 90 }).toFile(file)
}

/** Draws a version as a file, and measures where its parts are. */
export async function drawVersion(
  browser: Browser,
  version: Version,
  { folder, name }: { folder: string; name: string },
  letters: Record<string, number> = {},
): Promise<Drawn> {
  const fileOf = ({ photo = 0, retouch = 0 }: Part) => join(folder, `photo-${photo}-${retouch}.jpg`)
  const photos: Part[] = []
  walk(version.root, (part) => void (part.photo !== undefined && photos.push(part)))
  for (const part of photos)
    if (!existsSync(fileOf(part))) await makePhoto(part.photo ?? 0, part.retouch ?? 0, fileOf(part))
  const html = join(folder, `${name}.html`)
  await writeFile(
    html,
    htmlOf(version, (part) => pathToFileURL(fileOf(part)).href),
  )
  const page = await browser.newPage({
    viewport: { width: version.width, height: 900 },
    deviceScaleFactor: version.scale,
  })
  await page.goto(pathToFileURL(html).href)
  const places = await measure(page, letters)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return saveVersion(picture, version, places, join(folder, `${name}.${version.jpeg ? 'jpg' : 'png'}`))
}

async function saveVersion(
  picture: Buffer,
  { scale, jpeg, crop }: Version,
  places: Record<string, Place>,
  file: string,
): Promise<Drawn> {
  const { width, height } = await sharp(picture).metadata()
  const cut = { left: 0, top: 0, width, height }
  if (crop) {
    cut.left = Math.round(width * crop.left)
    cut.top = Math.round(height * crop.top)
    cut.width = Math.round(width * (1 - crop.right)) - cut.left
    cut.height = Math.round(height * (1 - crop.bottom)) - cut.top
  }
  const image = sharp(picture).extract(cut)
  await (jpeg ? image.jpeg({ quality: jpeg }) : image.png({ compressionLevel: 3 })).toFile(file)
  const onPicture = <T extends { x: number; y: number }>(at: T): T => ({
    ...at,
    x: at.x * scale - cut.left,
    y: at.y * scale - cut.top,
  })
  const moved = Object.entries(places).map(([id, { letter, ...place }]) => {
    const box = { ...onPicture(place), width: place.width * scale, height: place.height * scale }
    return [id, letter ? { ...box, letter: onPicture(letter) } : box] as const
  })
  return { file, width: cut.width, height: cut.height, places: Object.fromEntries(moved) }
}

const measure = (page: Page, letters: Record<string, number>): Promise<Record<string, Place>> =>
  page.evaluate((letters) => {
    const places: Record<string, Place> = {}
    for (const element of document.querySelectorAll<HTMLElement>('[data-id]')) {
      const { x, y, width, height } = element.getBoundingClientRect()
      const id = element.dataset['id'] ?? ''
      const isSeen = getComputedStyle(element).visibility !== 'hidden' && width > 0
      const place: Place = { x: x + scrollX, y: y + scrollY, width, height, isSeen }
      places[id] = place
      const text = element.childNodes.length === 1 ? element.firstChild : null
      if (!(text instanceof Text)) continue
      const at = letters[id] ?? Math.floor(text.length / 2)
      if (at >= text.length) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const [box] = range.getClientRects()
      if (!box) continue
      place.letter = { at, x: box.x + scrollX + box.width / 2, y: box.y + scrollY + box.height / 2 }
    }
    return places
  }, letters)
