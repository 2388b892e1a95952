import { type Part, randomOf, type Version } from './tree.ts'

const themes = {
  light: {
    ...{ bg: '#ffffff', card: '#f5f6f8', ink: '#1c2024', soft: '#667085', line: '#dfe3e8' },
    ...{ accent: '#3457d5', on: '#ffffff', tint: '#eef2ff' },
  },
  dark: {
    ...{ bg: '#14161a', card: '#1f232a', ink: '#eceef1', soft: '#9aa4b2', line: '#323843' },
    ...{ accent: '#7c9cff', on: '#0d1017', tint: '#1b2236' },
  },
  warm: {
    ...{ bg: '#fffaf3', card: '#fff1de', ink: '#33261a', soft: '#8a7360', line: '#ecd9c2' },
    ...{ accent: '#c2410c', on: '#ffffff', tint: '#ffe8cc' },
  },
}
const glyphs = [
  ...['M4 12h16M12 4v16', 'M5 5h14v14H5z', 'M12 4l8 16H4z', 'M5 13l4 4L19 7', 'M6 9l6 6 6-6'],
  ...['M12 4a8 8 0 100 16 8 8 0 000-16z', 'M4 7h16M4 12h16M4 17h10', 'M9 6l6 6-6 6'],
  ...['M4 18V6l8 6 8-6v12', 'M12 3l3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1z', 'M4 20L20 4M14 4h6v6'],
  'M4 8l8 6 8-6M4 8v10h16V8z',
]
/** Debian's `fonts-liberation` and `fonts-dejavu`. */
const fonts = [
  ...['Liberation Sans', 'DejaVu Sans', 'Liberation Serif'],
  ...['Liberation Sans Narrow', 'DejaVu Serif', 'DejaVu Sans Mono'],
]

export function htmlOf({ root, theme, font }: Version, photoUrl: (part: Part) => string): string {
  const t = themes[theme]
  const write = (part: Part): string => {
    const css = part.photo === undefined ? part.css : `${part.css};background-image:url(${photoUrl(part)})`
    return `<${part.tag} data-id="${part.id}" class="${part.cls}" style="${css}">${insideOf(part, write)}</${part.tag}>`
  }
  return `<!doctype html><meta charset=utf-8><style>${sheetOf(t, fonts[font] ?? '')}</style>${write(root)}`
}

function insideOf({ glyph, chart, text, kids }: Part, write: (part: Part) => string): string {
  if (glyph !== undefined) return `<svg viewBox="0 0 24 24"><path d="${glyphs[glyph] ?? ''}"/></svg>`
  if (chart !== undefined) return chartOf(chart)
  return text ?? kids.map(write).join('')
}

function chartOf(seed: number): string {
  const random = randomOf(seed)
  const open = '<svg viewBox="0 0 300 72" preserveAspectRatio="none">'
  if (random.chance(0.5)) {
    const bars = Array.from({ length: 20 }, (_, at) => {
      const high = random.int(8, 70)
      return `<rect x="${at * 15}" y="${72 - high}" width="10" height="${high}"/>`
    })
    return `${open}${bars.join('')}</svg>`
  }
  const line = Array.from({ length: 24 }, (_, at) => `${at * 13} ${random.int(6, 66)}`)
  return `${open}<path d="M${line.join('L')}"/></svg>`
}

const sheetOf = (t: (typeof themes)['light'], font: string) => `
*{box-sizing:border-box;margin:0}body{background:${t.bg};color:${t.ink};font:16px/1.5 '${font}',sans-serif}
section{padding:48px 5%;gap:24px}.bar,.row{display:flex;align-items:center;gap:24px}.row.tight,.stack.tight{gap:8px}
.bar{padding:20px 5%;border-bottom:1px solid ${t.line}}nav{flex:1;justify-content:center}
.stack{display:flex;flex-direction:column;align-items:flex-start;gap:16px}.grow{flex:1}.grid{display:grid;gap:24px}
.g3{grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}.g4{grid-template-columns:repeat(auto-fill,minmax(220px,1fr))}
section>.grid,.chart{width:100%}.card{background:${t.card};border:1px solid ${t.line};border-radius:12px;padding:24px}
section.card{margin:32px 5%}.foot{padding:48px 5%;background:${t.card}}
h1{font-size:52px;line-height:1.1}h2{font-size:34px;line-height:1.2}h3{font-size:21px}h4{font-size:17px}
.lead{font-size:20px;color:${t.soft}}p{color:${t.soft}}.small{font-size:13px;color:${t.soft}}.big{font-size:32px}
.btn{display:inline-block;background:${t.accent};color:${t.on};padding:10px 20px;border-radius:8px;font-weight:600;text-align:center}
.ghost{background:none;color:${t.accent};border:1px solid ${t.accent}}.link{background:none;color:${t.accent};padding:0}.wide{width:100%}
.icon svg{width:28px;height:28px;fill:none;stroke:${t.accent};stroke-width:2;display:block}
.photo{background-size:cover;background-position:center;border-radius:8px}.tall{height:420px}.square{width:100%;aspect-ratio:1}
.wide43{aspect-ratio:4/3}.thumb{width:56px;height:56px}.tint{background:${t.tint}}.mid{align-items:center;text-align:center}
.quote{font-weight:500;max-width:900px}.line{border-bottom:1px solid ${t.line};padding:14px 0;width:100%}
.tr{display:grid;grid-template-columns:2fr 1fr 1fr 1fr;padding:10px 0;border-bottom:1px solid ${t.line};align-items:center}
.head{font-weight:600}.tag{border-radius:99px;padding:2px 12px;font-size:13px;justify-self:start}
.ok{background:#c9f2d9;color:#0b5c2e}.warn{background:#ffe2b8;color:#7a4100}.price{font-weight:700}.prose{max-width:820px;margin:auto}
.chart svg{width:100%;height:72px;display:block}.tallchart svg{height:260px}.chart rect{fill:${t.accent}}
.chart path{fill:none;stroke:${t.accent};stroke-width:2}
.mobile section{padding:24px 16px}.mobile .hero,.mobile section.row{flex-direction:column;align-items:stretch}
.mobile h1{font-size:34px}.mobile nav{display:none}.mobile .bar{padding:12px 16px;gap:8px}
.mobile .tall{height:240px;flex:none}.mobile .g4{grid-template-columns:1fr 1fr;gap:12px}.mobile .card{padding:12px}`
