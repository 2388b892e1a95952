import { formatCount } from '@wingmark/contract/formats'
import { isolated } from '@wingmark/contract/names'
import { shorten } from '@wingmark/contract/shorten'
import { nameLine } from '@wingmark/contract/text'
import { darkPartsScript, themeScript } from '@wingmark/contract/theme-scripts'
import { escapeHtml } from '#server/platform/escape-html'

/** The contents of a mail, without its design. Everything is plain text; names and messages may contain anything. */
export type EmailContent = {
  subject: string
  title: string
  parts: Part[]
  /** Why it was sent, and how to stop such mails. */
  reasons: string[]
  unsubscribeUrl?: string
}

/** `words` say what opens. */
type EmailLink = { words: string; url: string }

type Part =
  | { text: string }
  /** To be typed in. */
  | { code: string }
  | { button: string; url: string }
  /** Someone's words; `link` where there are several to choose from, `picture`: the name of an attached one. */
  | { quote: string; by: string; about: string; link?: EmailLink; picture?: string }
  | { heading: string }
  /** The name of a small attached picture, which links to `url`; left out of the plain text. */
  | { image: string; alt: string; url: string }

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A name on one line, cut to length, which does not change the text direction around it; for subjects. */
export function shortName(name: string, max = 80): string {
  return isolated(shorten(nameLine(name).replace(/\s+/g, ' '), max))
}

/** A name within a sentence, without anything that a mail program would turn into a link. */
export function quietName(name: string, max = 80): string {
  return shortName(name, max)
    .replaceAll('://', ': //')
    .replace(/([.@])(?=\S)/g, '$1\u200b')
}

const quoteMax = 600

/** Someone's words, cut to what a mail quotes, and the number of attached files. */
export function quotedWords(message: string, attachments = 0): string {
  const words = shorten(message, quoteMax)
  const files = attachments > 0 ? `[${formatCount(attachments, 'attachment')}]` : ''
  return [words, files].filter((part) => part !== '').join('\n')
}

export function composeEmail(letter: EmailContent): {
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string
} {
  const { subject, unsubscribeUrl } = letter
  const once = unsubscribeUrl ? { unsubscribeUrl } : {}
  return { subject, text: asText(letter), html: asHtml(letter), ...once }
}

function asText({ title, parts, reasons, unsubscribeUrl }: EmailContent): string {
  const body = parts.flatMap((part) => {
    if ('image' in part) return []
    if ('text' in part) return part.text
    if ('code' in part) return `    ${part.code}`
    if ('button' in part) return `${part.button}:\n${part.url}`
    if ('heading' in part) return `${part.heading}\n${'-'.repeat(Math.min(60, [...part.heading].length))}`
    const words = part.quote
      .split('\n')
      .map((one) => `> ${one}`)
      .join('\n')
    return `${part.by} ${part.about}:\n${words}${part.link ? `\n${part.link.url}` : ''}`
  })
  const ending = [...reasons, ...(unsubscribeUrl ? [`Unsubscribe from these emails: ${unsubscribeUrl}`] : [])]
  return `${[title, ...body, `-- \nWingmark\n${ending.join('\n')}`].join('\n\n')}\n`
}

const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'
const ink = '#1c1d20'
const soft = '#5b5d64'
const accent = '#d93a1f'

// Most mail programs read inline styles only; those with dark mode also read the classes.
const dark = `.page{background:#111214!important}.card{background:#202125!important;border-color:#34363b!important}
.ink{color:#ececee!important}.soft{color:#a0a2a9!important}.box{background:#2a2c30!important}.link{color:#ff9c88!important}`
const darkInMails = `<style>@media (prefers-color-scheme:dark){${dark}}</style>`
const darkInPages = `<script>${themeScript}</script><style data-dark media="(prefers-color-scheme:dark)">${dark}</style><script>${darkPartsScript}</script>`

function asHtml({ title, parts, reasons, unsubscribeUrl }: EmailContent): string {
  const first = parts.find((part) => 'text' in part)
  const preview = first && 'text' in first ? first.text : title
  const ending = [
    ...reasons.map(escapeHtml),
    ...(unsubscribeUrl
      ? [
          `<a class="soft" href="${escapeHtml(unsubscribeUrl)}" style="color:${soft}">Unsubscribe from these emails</a>`,
        ]
      : []),
  ]
  return sheet({
    title,
    preview: shorten(preview, 140),
    dark: darkInMails,
    content: parts.map(partAsHtml).join('\n'),
    ending: ending.join('<br>'),
  })
}

type Page = {
  title: string
  texts: readonly string[]
  /** Posts to the page's own address. */
  button?: string
  link?: { text: string; url: string }
}

/** The page behind a mail's link, for people who are not signed in; works without scripts. */
export function composePage({ title, texts, button, link }: Page): string {
  const content = [
    ...texts.map((text) => partAsHtml({ text })),
    ...(button
      ? [
          `<form method="post"><p style="margin:0 0 16px"><button style="border:0;border-radius:8px;background:${accent};padding:12px 22px;${font};font-size:15px;font-weight:600;color:#ffffff;cursor:pointer">${escapeHtml(button)}</button></p></form>`,
        ]
      : []),
    ...(link
      ? [
          `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(link.url)}" style="${font};font-size:15px;color:${accent}">${escapeHtml(link.text)}</a></p>`,
        ]
      : []),
  ]
  return sheet({ title, preview: '', dark: darkInPages, content: content.join('\n'), ending: '' })
}

type Sheet = { title: string; preview: string; dark: string; content: string; ending: string }

/** The common design of mails and their pages; all parts are HTML but the title and the preview. */
function sheet(page: Sheet): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.title)}</title>${page.dark}</head>
<body class="page" style="margin:0;padding:0;background:#f4f4f5">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(page.preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;${font};font-size:16px;font-weight:600"><span style="color:${accent}">&#9679;</span> <span class="ink" style="color:${ink}">Wingmark</span></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dedee1;border-radius:12px;padding:32px 32px 16px;word-break:break-word">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:22px;line-height:1.3;font-weight:600;color:${ink}">${escapeHtml(page.title)}</h1>
${page.content}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;${font};font-size:13px;line-height:1.5;color:${soft}">${page.ending}</td></tr>
</table></td></tr></table></body></html>`
}

function partAsHtml(part: Part): string {
  const body = `${font};font-size:15px;line-height:1.55;color:${ink}`
  if ('text' in part) return `<p class="ink" style="margin:0 0 16px;${body}">${lines(part.text)}</p>`
  if ('image' in part)
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}"><img class="box" src="cid:${escapeHtml(part.image)}" alt="${escapeHtml(part.alt)}" width="320" style="display:block;width:100%;max-width:320px;height:auto;border:0;border-radius:8px;background:#f4f4f5"></a></p>`
  if ('heading' in part)
    return `<h2 class="ink" style="margin:24px 0 12px;${font};font-size:16px;line-height:1.4;font-weight:600;color:${ink}">${escapeHtml(part.heading)}</h2>`
  if ('code' in part)
    return `<p class="ink box" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f4f4f5;text-align:center;${mono};font-size:30px;letter-spacing:6px;font-weight:600;color:${ink}">${escapeHtml(part.code)}</p>`
  if ('quote' in part)
    return `<div class="box" style="margin:0 0 12px;padding:14px 16px;border-radius:8px;background:#f4f4f5">
<p class="soft" style="margin:0 0 6px;${font};font-size:13px;line-height:1.4;color:${soft}"><strong class="ink" style="color:${ink}">${escapeHtml(part.by)}</strong> ${escapeHtml(part.about)}</p>${
      part.picture
        ? `
<p style="margin:0 0 8px"><img src="cid:${escapeHtml(part.picture)}" alt="The place on the design" width="320" height="200" style="display:block;max-width:100%;height:auto;border-radius:6px"></p>`
        : ''
    }
<p class="ink" style="margin:0;${body};word-break:break-word">${lines(part.quote)}</p>${
      part.link
        ? `
<p style="margin:8px 0 0"><a class="link" href="${escapeHtml(part.link.url)}" style="${font};font-size:14px;color:${accent}">${escapeHtml(part.link.words)}</a></p>`
        : ''
    }</div>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td style="border-radius:8px;background:${accent}">
<a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 22px;${font};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(part.button)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;${font};font-size:13px;line-height:1.5;color:${soft};word-break:break-all">Or copy this address: <a class="link" href="${escapeHtml(part.url)}" style="color:${accent}">${escapeHtml(part.url)}</a></p>`
}
