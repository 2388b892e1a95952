import type { FrontOpening } from '@wingmark/contract/front-pages'
import { keptReviewsScript } from '@wingmark/contract/kept-reviews'
import { darkPartsScript } from '@wingmark/contract/theme-scripts'
import { fontFamily } from '@wingmark/contract/typeface'
import { escapeHtml } from '#server/platform/escape-html'

export type PictureAddresses = { light: string; dark: string }

const dark = ':root[data-mantine-color-scheme=dark]'

/** As in the web app; the sizes are those of landing.module.css and theme.css. */
const style = `<style>
#first-front{position:absolute;inset:56px 0 auto;z-index:1;min-height:calc(100vh - 56px);background:#fafafa;color:#1c1d20;font:400 .875rem/1.5 ${fontFamily};pointer-events:none}
#first-front :is(h1,p){margin:0}
#first-front,#first-front *{box-sizing:border-box}
#first-front>div{display:grid;gap:64px;max-width:1200px;margin:0 auto;padding:72px 32px 96px}
#first-front>div>*{min-width:0}
#first-front .words{display:grid;justify-items:center;gap:20px;text-align:center}
#first-front h1{max-width:10.5em;font-size:clamp(2.375rem,6.2vw,4.25rem);font-weight:740;letter-spacing:-.04em;line-height:1.02;text-wrap:balance}
#first-front .lead{max-width:34em;color:#5b5d64;font-size:clamp(1rem,2vw,1.125rem);line-height:1.55;text-wrap:pretty}
#first-front .actions{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;margin-top:.5rem}
#first-front .actions span{display:flex;align-items:center;height:2.625rem;padding:0 1.375rem;border:1px solid transparent;border-radius:.5rem;font-weight:600;line-height:1}
#first-front .actions span:first-child{background:#d93a1f;color:#fff}
#first-front .actions span:nth-child(2){border-color:#dedee1;background:#fff}
#first-front img{display:block;width:100%;height:auto;border:1px solid #34363b;border-radius:1rem;box-shadow:0 2px 6px rgb(0 0 0/10%),0 12px 32px rgb(0 0 0/14%)}
@media (max-width:768px){#first-front>div{gap:40px;padding:40px 16px 96px}}
@media (max-width:600px){#first-front img{aspect-ratio:1;object-fit:cover;object-position:left}}
${dark} #first-front{background:#17181b;color:#ececee}${dark} #first-front .lead{color:#a0a2a9}${dark} #first-front .actions span:nth-child(2){border-color:#34363b;background:#202125;color:#fff}${dark} #first-front img{box-shadow:0 2px 6px rgb(0 0 0/40%),0 12px 32px rgb(0 0 0/50%)}
</style>`

/** The top of a front page, before any script has run. `hasKept`: the device's own reviews stand above the picture. */
export function firstFront(
  { promise, lead, actions, picture: { alt } }: FrontOpening,
  addresses: PictureAddresses,
  hasKept: boolean,
): string {
  const buttons = actions.map((label) => `<span>${escapeHtml(label)}</span>`).join('')
  const picture = `<picture><source data-dark srcset="${escapeHtml(addresses.dark)}" media="(prefers-color-scheme: dark)"><img src="${escapeHtml(addresses.light)}" alt="${escapeHtml(alt)}" width="1440" height="844" fetchpriority="high" decoding="sync" elementtiming="first-design"></picture><script>${darkPartsScript}</script>${hasKept ? `<script>${keptReviewsScript}</script>` : ''}`
  return `<section id="first-front" aria-label="Wingmark">${style}<div><div class="words"><h1>${escapeHtml(promise)}</h1><p class="lead">${escapeHtml(lead)}</p><div class="actions">${buttons}</div></div>${picture}</div></section>`
}
