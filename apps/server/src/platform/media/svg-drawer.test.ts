import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseSvgDrawer, svgBackground } from '#server/platform/media/svg-drawer'
import { withBrowserFonts } from '#server/platform/media/svg-fonts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${attributes}>${inside}</svg>`
const drawerOf = (document: string) => chooseSvgDrawer(document).drawer

test('resvg renders an SVG, and librsvg what resvg leaves out', () => {
  for (const inside of [
    '<rect width="5" height="5"/>',
    '<text x="1 5 9">abc</text>',
    '<text>Full <tspan opacity=".3">faint</tspan></text>',
    '<text><tspan x="0" y="9">one</tspan><tspan x="0" y="19">two</tspan></text>',
    '<text xml:lang="ja">直</text>',
    '<rect fill="currentColor"/>',
    '<g fill="currentColor"><rect/></g>',
    '<rect fill="rgb(12, 30%, 4)"/>',
  ])
    expect(drawerOf(svg(inside)), inside).toBe('resvg')
  for (const inside of [
    '<filter id="f" x="-100000" width="200000"/>',
    '<rect fill="context-stroke"/>',
    '<rect vector-effect="non-scaling-stroke"/>',
    '<style>rect{fill:red !important}</style>',
    '<rect fill="rgb(0.8, 127.5, 14.2)"/>',
    '<g fill="currentColor"><g color="green"><rect/></g></g>',
    '<svg width="9" height="9" transform="scale(2)"/>',
    '<radialGradient fr=".5"/>',
    '<image image-rendering="pixelated"/>',
    '<image style="image-rendering: crisp-edges"/>',
    '<circle style="r:60px"/>',
    '<style>rect{fill:red;width:9px}</style>',
    '<rect style="transform:rotate(20deg)"/>',
    '<rect fill="rgb(20 90 40 / 50%)"/>',
    '<style>rect:nth-child(2){fill:red}</style>',
    '<text>Việt</text>',
    '<text>שלום</text>',
    '<text>직 😀</text>',
    '<text>&#x1F600;</text>',
    '<text>T<tspan fill="red">e</tspan>xt</text>',
    '<text style="font-variant:small-caps">Abc</text>',
  ])
    expect(drawerOf(svg(inside)), inside).toBe('librsvg')
})

const data = (type: string, bytes: string | Buffer) =>
  `<image href="data:${type};base64,${Buffer.from(bytes).toString('base64')}"/>`

test('librsvg renders whatever could make resvg open something', () => {
  const outside = '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'
  for (const inside of [
    '<image href="/etc/passwd"/>',
    '<image href="&#47;etc/passwd"/>',
    '<svg:image xlink:href="file:///etc/passwd"/>',
    '<feImage href="http://127.0.0.1/a.png"/>',
    '<use href="other.svg#a"/>',
    '<style>@import "x.css"</style>',
    '<rect fill="url(other.svg#a)"/>',
    data('image/svg+xml', outside),
    data('image/png', outside),
    data('image/svg+xml', gzipSync(outside)),
    data('image/svg+xml', outside.replace('image', 'svg:image')),
    `<image href="data:image/svg+xml,${encodeURIComponent(outside)}"/>`,
    `<image href="data:image/svg+xml;utf8,${outside.replaceAll('<', '&lt;').replaceAll('"', "'")}"/>`,
    '<image href="data:image/svg+xml,%3Csvg%3E%26lt;im&#97;ge"/>',
  ])
    expect(drawerOf(svg(inside)), inside).toBe('librsvg')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  for (const inside of [
    data('image/png', png).replace('K', '&#10;K'),
    data('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'),
    '<filter id="f"><feImage href="#a"/></filter>',
  ])
    expect(drawerOf(svg(inside)), inside).toBe('resvg')
})

test('reports what neither shows', () => {
  expect(chooseSvgDrawer(svg('<foreignObject><p>page</p></foreignObject>')).unseen).toEqual(['EMBEDDED_PAGE'])
  for (const inside of [
    '<style>:root{--c:#0a0}rect{fill:var(--c)}</style><rect/>',
    '<style>@supports (display:grid){rect{fill:red}}</style><rect/>',
    '<rect style="clip-path:circle(50px)"/>',
    '<rect style="mix-blend-mode:plus-lighter"/>',
    '<rect><animate attributeName="x" to="9" dur="1s"/></rect>',
  ])
    expect(chooseSvgDrawer(svg(inside)).unseen, inside).toEqual(['STYLES'])
  const usual = '<style>a{fill:red}</style><rect id="set" clip-path="url(#c)" style="transform:scale(2)"/>'
  expect(chooseSvgDrawer(svg(usual)).unseen).toEqual([])
  const both = svg('<text><textPath href="#p">round</textPath></text><text>שלום</text>')
  expect(chooseSvgDrawer(both).unseen).toEqual(['TEXT_ON_PATH'])
  expect(chooseSvgDrawer(svg('<text><textPath href="#p">round</textPath></text>')).unseen).toEqual([])
})

test('a plain colour of the root is its background', () => {
  const of = (style: string) => svgBackground(svg('<rect/>', ` style="${style}"`))
  expect(of('background:#246')).toBe('#246')
  expect(of('max-width: 9px; background-color: rgb(255, 255, 255);')).toBe('rgb(255, 255, 255)')
  expect([of('background:rgba(20,20,40,1)'), of('background-color:#0000ff80')]).toEqual([
    'rgba(20,20,40,1)',
    '#0000ff80',
  ])
  const inSheet = (css: string) => svgBackground(svg(`<style>${css}</style><rect/>`))
  expect(inSheet('svg{background:#141428}')).toBe('#141428')
  expect(inSheet('a,:root{fill:red;background-color:White}')).toBe('white')
  expect(inSheet('.svg{background:red}/* svg{background:red} */svg rect{background:red}')).toBeNull()
  expect([of('background: transparent'), of('background: url(x.png)'), of('fill: red')]).toEqual([
    null,
    null,
    null,
  ])
})

test.runIf(process.platform === 'linux')('renders text with the fonts that browsers use', () => {
  const of = (inside: string) =>
    withBrowserFonts(svg(inside)).slice(svg('').length - '</svg>'.length, -'</svg>'.length)
  const sans = 'Arial, Liberation Sans'
  const serif = 'Times New Roman, Liberation Serif'
  expect(of('<text font-family="sans-serif">')).toBe(`<text font-family="${sans}">`)
  expect(of(`<text font-family="'My Own', Arial">`)).toBe(`<text font-family="'My Own', ${sans}">`)
  expect(of("<text font-family='Inter'>")).toBe(`<text font-family="Inter, ${serif}">`)
  expect(of('<g style="font-family:Inter" class="sans-serif">')).toBe(
    `<g style="font-family:Inter, ${serif}" class="sans-serif">`,
  )
  expect(of('<g style="font: bold 9px/1.2 &quot;Inter&quot;, serif; fill: red">')).toBe(
    `<g style="font: bold 9px/1.2 &quot;Inter&quot;, ${serif};font-style:normal;font-weight:bold;font-size:9px;font-family:&quot;Inter&quot;, ${serif}; fill: red">`,
  )
  expect(of('<style>a{font-family:"My Own",sans-serif}</style>')).toBe(
    `<style>a{font-family:"My Own", ${sans}}</style>`,
  )
  expect(of('<text font-family="Sans">')).toBe(`<text font-family="DejaVu Sans, ${sans}">`)
  expect(of('<style><![CDATA[@media all{a{fill:red;font-family:Inter}}]]></style>')).toBe(
    `<style><![CDATA[@media all{a{fill:red;font-family:Inter, ${serif}}}]]></style>`,
  )
  expect(of('<style>a{font:9px Inter /* ours; */;fill:red}</style>')).toContain('fill:red}</style>')
  for (const same of [
    '<text font-family="inherit">',
    '<text>font: sans-serif</text>',
    '<style>a{font-family:Inter!important}@font-face{src:url(a)}</style>',
    '<g style="font-size:9px;font-weight:bold">',
    '<!-- font-family: Inter; <text font-family="Inter"> --><g/>',
    '<text>Set it in font-family: Inter; or font-family="Inter"</text>',
    '<style>/* font-family: Inter; */a{content:"font-family: Inter;"}</style>',
    '<style>@font-face{font-family:Inter}.font-family:hover{fill:red}</style>',
    '<script>font-family: Inter;</script>',
  ])
    expect(of(same)).toBe(same)
})
