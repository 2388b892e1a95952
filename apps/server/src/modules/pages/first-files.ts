import { hasPicture, ratioOf } from '@wingmark/contract/delivery-pictures'
import { formatSize } from '@wingmark/contract/formats'
import type { DeliveryFile, DeliveryPage } from '@wingmark/contract/received-deliveries'
import { escapeHtml } from '#server/platform/escape-html'

/** One large screen. Only the first has its picture: on a slow connection the others would delay it. */
const framesMost = 6
const linesMost = 12

export const pictureOf = ({ name, file }: DeliveryFile): string =>
  `<img src="${escapeHtml(file.previewUrl)}" alt="${escapeHtml(name)}" fetchpriority="high" decoding="sync" elementtiming="first-design">`

/** By folder: pictures in rows, the others as lines, as far as the first screen shows them. */
export function sectionsOf({ files, allowPreview }: DeliveryPage, cover: DeliveryFile | null): string {
  const parts: string[] = []
  let [frames, lines] = [framesMost, linesMost]
  for (const [place, some] of Map.groupBy(files.results, (file) => file.path.join(' / '))) {
    // Anything after this would be placed too high.
    if (frames <= 0 || lines <= 0) break
    const isSeen = (file: DeliveryFile) => allowPreview && hasPicture(file)
    const seen = some.filter(isSeen)
    const others = some.filter((file) => !isSeen(file))
    if (place !== '') parts.push(`<p class="folder">${escapeHtml(place)}</p>`)
    if (seen.length > 0)
      parts.push(`<div class="frames">${seen.slice(0, frames).map(frameOf(cover)).join('')}</div>`)
    frames -= seen.length
    if (frames < 0 || others.length === 0) continue
    parts.push(`<ul class="lines">${others.slice(0, lines).map(lineOf).join('')}</ul>`)
    lines -= others.length
  }
  return parts.join('')
}

const frameOf = (cover: DeliveryFile | null) => (file: DeliveryFile) =>
  `<div class="frame" style="--ratio:${ratioOf(file)}">${file === cover ? pictureOf(file) : ''}</div>`

const lineOf = ({ name, size }: DeliveryFile): string =>
  `<li><i></i><b>${escapeHtml(name)}</b><span>${formatSize(size)}</span></li>`
