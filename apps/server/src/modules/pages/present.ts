import { dayWords } from '@wingmark/contract/days'
import type { File } from '@wingmark/contract/files'
import { formatCount, windowTitle } from '@wingmark/contract/formats'
import type { FrontPage } from '@wingmark/contract/front-pages'
import type { Person } from '@wingmark/contract/people'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { withMember } from '#server/http/json-text'
import { coverOf, firstDelivery } from '#server/modules/pages/first-delivery'
import type { ReviewOpening } from '#server/modules/reviews/service'
import { asHtmlData, asHtmlText, escapeHtml } from '#server/platform/escape-html'

/** Tags of any page for chats and search engines; `address` is absolute. */
function pageTags({ title, description, address, type = 'website' }: PageWords): string[] {
  const [name, about, place] = [title, description, address].map(escapeHtml)
  return [
    `<meta name="description" content="${about}">`,
    `<meta property="og:type" content="${type}">`,
    '<meta property="og:site_name" content="Wingmark">',
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${about}">`,
    `<meta property="og:url" content="${place}">`,
  ]
}
type PageWords = { title: string; description: string; address: string; type?: 'website' | 'profile' }

/** Title and cover for link previews, and the first design for the browser to fetch early. */
export function headTags({ head: { review, files } }: ReviewOpening, publicUrl: string): string {
  const about =
    review.description ||
    `${formatCount(review.fileCount, 'design')} to review, ${formatCount(review.commentCount, 'comment')}`
  // Chats cache link previews, so the text names the day.
  const until = review.commentsUntil && `Due ${dayWords(review.commentsUntil, 'long')}.`
  const description = until ? `${until} ${about}` : about
  const cover = files[0]
  const tags = [
    `<title>${escapeHtml(windowTitle(review.name))}</title>`,
    ...pageTags({ title: review.name, description, address: `${publicUrl}/reviews/${review._id}` }),
  ]
  if (review.visibility !== 'PUBLIC') tags.push('<meta name="robots" content="noindex">')
  if (cover?.state === 'READY') {
    tags.push(
      `<meta property="og:image" content="${escapeHtml(cover.previewUrl)}">`,
      '<meta name="twitter:card" content="summary_large_image">',
      `<link rel="preload" as="image" href="${escapeHtml(cover.previewUrl)}" fetchpriority="high">`,
    )
  }
  return tags.join('\n    ')
}

/** Link preview of a public profile: the person's newest public work, or their picture. */
export function personTags(
  { person, isIndexed, cover }: { person: Person; isIndexed: boolean; cover: string | null },
  publicUrl: string,
): string {
  const { name, username, designation, company, location, avatar } = person
  const address = `${publicUrl}/connections/${username}`
  const description = [designation, company, location].filter(Boolean).join(' · ')
  const tags = [
    `<title>${escapeHtml(windowTitle(name))}</title>`,
    ...pageTags({ title: name, description, address, type: 'profile' }),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
  ]
  if (!isIndexed) tags.push('<meta name="robots" content="noindex">')
  const picture = cover ?? avatar
  if (picture)
    tags.push(
      `<meta property="og:image" content="${escapeHtml(new URL(picture, publicUrl).href)}">`,
      `<meta name="twitter:card" content="${cover ? 'summary_large_image' : 'summary'}">`,
    )
  return tags.join('\n    ')
}

/** Link preview of a delivery whose link needs no password. */
export function deliveryTags(page: DeliveryPage, publicUrl: string): string {
  const { _id, name, message, sender, fileCount, files } = page
  const description = message || `${formatCount(fileCount, 'file')} from ${sender.name}`
  const tags = [
    `<title>${escapeHtml(windowTitle(name))}</title>`,
    ...pageTags({ title: name, description, address: `${publicUrl}/transfers/${_id}` }),
    '<meta name="robots" content="noindex">',
  ]
  const cover =
    coverOf(page) ??
    files.results.find(({ file }) => file.state === 'READY' && file.kind !== 'OTHER' && file.previewUrl)
  if (cover) {
    const address = escapeHtml(cover.file.previewUrl)
    tags.push(
      `<meta property="og:image" content="${address}">`,
      '<meta name="twitter:card" content="summary_large_image">',
      `<link rel="preload" as="image" href="${address}" fetchpriority="high">`,
    )
  }
  return tags.join('\n    ')
}

export const deliveryView = (page: DeliveryPage): string =>
  `${firstDelivery(page)}<script type="application/json" id="first-view">${asHtmlData(page)}</script>`

/** For search engines and chats: what the page is, and its canonical address. */
export function frontTags(
  path: string,
  { title, description, canonical = path }: FrontPage,
  publicUrl: string,
) {
  const address = new URL(canonical, publicUrl).href
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...pageTags({ title, description, address }),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    `<meta property="og:image" content="${escapeHtml(new URL('/wingmark.jpg', publicUrl).href)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A design with pinned comments, and the comments beside it">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ')
}

/** Whether the server's HTML shows a design without scripts. */
export function hasFirstDesign({
  head: {
    files: [cover],
  },
}: ReviewOpening): boolean {
  return cover?.state === 'READY'
}

/** The stage of a room before anything is known. */
export const plainRoom = '<div id="first-room"></div>'

/** The data of the first view, and the first design in its final place. */
export function firstView({ head, comments }: ReviewOpening): string {
  const page = withMember(asHtmlData(head), 'comments', asHtmlText(comments))
  const data = `<script type="application/json" id="first-view">${page}</script>`
  const [cover] = head.files
  if (cover?.state !== 'READY') return plainRoom + data
  const alt = escapeHtml(cover.name)
  return `<div id="first-design">${openingStyle(cover)}<img src="${escapeHtml(cover.previewUrl)}" alt="${alt}" fetchpriority="high" decoding="sync" elementtiming="first-design"></div>${data}`
}

const cssPxPerPoint = 96 / 72

/** As the room opens a page: not enlarged, and scrolled along the stage if much taller or wider. */
function openingStyle(cover: Pick<File, 'pages' | 'width' | 'height'>): string {
  const [points] = cover.pages ?? []
  const width = points ? points.width * cssPxPerPoint : cover.width
  const height = points ? points.height * cssPxPerPoint : cover.height
  if (!width || !height) return ''
  const most = (side: string, px: number) => `max-${side}:calc(${px}px + 2*var(--padding))`
  const whole = `#first-design img{${most('width', width)};${most('height', height)}}`
  const long =
    height / width >= 2.5
      ? `@container (min-aspect-ratio:${2 * width}/${height}){#first-design img{height:auto;max-height:none;place-self:start center}}`
      : width / height >= 2.5
        ? `@container (max-aspect-ratio:${width}/${2 * height}){#first-design img{width:auto;max-width:none;place-self:center start}}`
        : ''
  return `<style>${whole}${long}</style>`
}
