import { deliveryFacts, leftWords } from '@wingmark/contract/delivery-facts'
import { hasPicture } from '@wingmark/contract/delivery-pictures'
import type { DeliveryFile, DeliveryPage } from '@wingmark/contract/received-deliveries'
import { style } from '#server/modules/pages/first-delivery-style'
import { pictureOf, sectionsOf } from '#server/modules/pages/first-files'
import { escapeHtml } from '#server/platform/escape-html'

const shows = (file: DeliveryFile) => hasPicture(file) && file.file.state === 'READY'

/** The delivery's cover, if visible before the download. */
export function coverOf({ allowPreview, files }: DeliveryPage): DeliveryFile | null {
  const [first] = files.results
  const place = first?.path.join('/')
  const together = files.results.filter((file) => file.path.join('/') === place)
  const cover = allowPreview ? together.find(hasPicture) : undefined
  return cover && shows(cover) ? cover : null
}

/** What a recipient sees before any script has run: the sender, the contents and the first files in place. */
export function firstDelivery(page: DeliveryPage): string {
  const { name, message, sender, fileCount, can } = page
  const cover = coverOf(page)
  const words = message === '' ? '' : `<p class="words">${escapeHtml(message)}</p>`
  const get = can.download ? `<span class="get">${fileCount === 1 ? 'Download' : 'Download all'}</span>` : ''
  const files =
    cover && fileCount === 1 ? `<div class="alone">${pictureOf(cover)}</div>` : sectionsOf(page, cover)
  return `<section id="first-delivery" aria-label="Sent files">${style}<div><p class="by"><span><b>${escapeHtml(sender.name)}</b> sent you</span></p><h1>${escapeHtml(name)}</h1>${words}<p class="facts">${escapeHtml(deliveryFacts(page))}${leftWords(page)}</p><div class="rest">${get}</div>${files}</div></section>`
}
