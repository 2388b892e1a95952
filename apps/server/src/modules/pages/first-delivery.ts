import { hasPicture, ratioOf } from '@wingmark/contract/delivery-pictures'
import type { DeliveryFile, DeliveryPage } from '@wingmark/contract/received-deliveries'
import { escapeHtml } from '#server/platform/escape-html'

/** As many as a large screen shows at once. The first alone has its picture: on a slow line the others would hold it up. */
const framesMost = 6

/** Where the web app draws the same; its measures are those of deliveries.module.css and theme.css. */
const style = `<style>
#first-delivery{position:absolute;inset:56px 0 auto;z-index:1;box-sizing:border-box;min-height:calc(100vh - 56px);padding:32px 32px 96px;background:#fafafa;color:#1c1d20;font:400 .875rem/1.55 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;pointer-events:none}
#first-delivery>div{display:grid;gap:8px;max-width:1136px;margin:0 auto}
#first-delivery :is(h1,p){margin:0;overflow-wrap:anywhere}
#first-delivery h1{margin-top:8px;font-size:1.5rem;line-height:1.2;font-weight:600}
#first-delivery .by{display:flex;gap:12px;align-items:center;min-height:36px}
#first-delivery .by::before{content:"";width:36px;height:36px;border-radius:50%;background:#ececee}
#first-delivery .words{max-width:70ch;white-space:pre-wrap}
#first-delivery .facts{margin-bottom:85px;opacity:.7}
#first-delivery .folder{margin-bottom:8px;font-size:1rem;font-weight:600}
#first-delivery .frames{--row:260px;display:flex;flex-wrap:wrap;gap:16px}
#first-delivery .frames::after{flex-grow:1000000;content:""}
#first-delivery .frame{flex:calc(var(--ratio)*10) calc(var(--ratio)*var(--row));min-width:120px;max-width:calc(var(--ratio)*var(--row)*1.9);margin-bottom:36px;aspect-ratio:var(--ratio);overflow:hidden;background:#ececee;border-radius:8px}
#first-delivery .frame img{display:block;width:100%;height:100%;object-fit:cover;object-position:50% 0}
#first-delivery .alone{display:grid;place-items:center;background:#141517;border-radius:12px;overflow:hidden}
#first-delivery .alone img{display:block;max-width:100%;max-height:72vh;object-fit:contain;background:#fff}
@media (max-width:768px){#first-delivery{padding:32px 16px 96px}#first-delivery .facts{margin-bottom:43px}#first-delivery .frames{--row:180px}}
@media (prefers-color-scheme:dark){#first-delivery{background:#17181b;color:#e6e7e9}#first-delivery .frame,#first-delivery .by::before{background:#0b0c0d}}
</style>`

const shows = (file: DeliveryFile) => hasPicture(file) && file.file.state === 'READY'

/** The picture that a delivery begins with, where it may be seen before the download. */
export function coverOf({ allowPreview, files }: DeliveryPage): DeliveryFile | null {
  const [first] = files.results
  const place = first?.path.join('/')
  const together = files.results.filter((file) => file.path.join('/') === place)
  const cover = allowPreview ? together.find(hasPicture) : undefined
  return cover && shows(cover) ? cover : null
}

/** What a receiver sees before any script has run: who sent what, and the first picture where it will stay. */
export function firstDelivery(page: DeliveryPage): string {
  const { name, message, sender, fileCount } = page
  const cover = coverOf(page)
  const words = message === '' ? '' : `<p class="words">${escapeHtml(message)}</p>`
  return `<section id="first-delivery" aria-label="Sent files">${style}<div><p class="by"><span><b>${escapeHtml(sender.name)}</b> sent you</span></p><h1>${escapeHtml(name)}</h1>${words}<p class="facts">${fileCount.toLocaleString('en')} ${fileCount === 1 ? 'file' : 'files'}</p>${cover ? picturesOf(page, cover) : ''}</div></section>`
}

function picturesOf({ files, fileCount }: DeliveryPage, cover: DeliveryFile): string {
  const picture = `<img src="${escapeHtml(cover.file.previewUrl)}" alt="${escapeHtml(cover.name)}" fetchpriority="high" decoding="sync" elementtiming="first-design">`
  if (fileCount === 1) return `<div class="alone">${picture}</div>`
  const place = cover.path.join('/')
  const frames = files.results
    .filter((file) => file.path.join('/') === place && hasPicture(file))
    .slice(0, framesMost)
    .map(
      (file) => `<div class="frame" style="--ratio:${ratioOf(file)}">${file === cover ? picture : ''}</div>`,
    )
  const folder = cover.path.length === 0 ? '' : `<p class="folder">${escapeHtml(cover.path.join(' / '))}</p>`
  return `${folder}<div class="frames">${frames.join('')}</div>`
}
