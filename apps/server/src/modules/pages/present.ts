import { dayWords } from '@wingmark/contract/days'
import type { File } from '@wingmark/contract/files'
import type { FrontPage } from '@wingmark/contract/front-pages'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { withMember } from '#server/http/json-text'
import { coverOf, firstDelivery } from '#server/modules/pages/first-delivery'
import type { ReviewOpening } from '#server/modules/reviews/service'
import { asHtmlData, asHtmlText, escapeHtml } from '#server/platform/escape-html'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Title and cover for chats that unfurl the link, and the first design for the browser to fetch at once. */
export function headTags({ head: { review, files } }: ReviewOpening, publicUrl: string): string {
  const about =
    review.description ||
    `${plural(review.fileCount, 'design', 'designs')} to review, ${plural(review.commentCount, 'comment', 'comments')}`
  // Chats keep what they unfurl, so it names the day.
  const until = review.commentsUntil && `Comment until ${dayWords(review.commentsUntil, 'long')}.`
  const description = until ? `${until} ${about}` : about
  const cover = files[0]
  const tags = [
    `<title>${escapeHtml(review.name)} – Wingmark</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Wingmark">',
    `<meta property="og:title" content="${escapeHtml(review.name)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:url" content="${escapeHtml(`${publicUrl}/reviews/${review._id}`)}">`,
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

/** What chats show of a delivery whose link needs no password. */
export function deliveryTags(page: DeliveryPage, publicUrl: string): string {
  const { _id, name, message, sender, fileCount, files } = page
  const description = message || `${plural(fileCount, 'file', 'files')} from ${sender.name}`
  const tags = [
    `<title>${escapeHtml(name)} – Wingmark</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta name="robots" content="noindex">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Wingmark">',
    `<meta property="og:title" content="${escapeHtml(name)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:url" content="${escapeHtml(`${publicUrl}/transfers/${_id}`)}">`,
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

/** For search engines and chats: what the page is, and where it is at home. */
export function frontTags(
  path: string,
  { title, description, canonical = path }: FrontPage,
  publicUrl: string,
) {
  const address = escapeHtml(new URL(canonical, publicUrl).href)
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${address}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Wingmark">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${escapeHtml(new URL('/wingmark.jpg', publicUrl).href)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A design with pinned comments, and the comments beside it">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ')
}

/** Whether the server's HTML shows a design by itself. */
export function hasFirstDesign({
  head: {
    files: [cover],
  },
}: ReviewOpening): boolean {
  return cover?.state === 'READY'
}

/** The data of the first view, and the first design where the room will draw it. */
export function firstView({ head, comments }: ReviewOpening): string {
  const page = withMember(asHtmlData(head), 'comments', asHtmlText(comments))
  const data = `<script type="application/json" id="first-view">${page}</script>`
  const [cover] = head.files
  if (cover?.state !== 'READY') return data
  const alt = escapeHtml(cover.name)
  return `<div id="first-design">${openingStyle(cover)}<img src="${escapeHtml(cover.previewUrl)}" alt="${alt}" fetchpriority="high" decoding="sync" elementtiming="first-design"></div>${data}`
}

const cssPxPerPoint = 96 / 72

/** As the room opens a page: not enlarged, and along the stage where it is much taller or wider than that. */
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
