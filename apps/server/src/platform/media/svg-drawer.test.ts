import { expect, test } from 'vitest'
import { chooseSvgDrawer } from '#server/platform/media/svg-drawer'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${attributes}>${inside}</svg>`
const drawerOf = (document: string, doctype = '') => chooseSvgDrawer(document, doctype).drawer

test('an SVG is drawn by librsvg, and by resvg what that one leaves out', () => {
  expect(drawerOf(svg('<rect width="5" height="5"/>'))).toBe('librsvg')
  expect(drawerOf(svg('<text><textPath href="#p">round</textPath></text>'))).toBe('resvg')
  expect(drawerOf(svg('<text xml:lang="ja">直</text>'))).toBe('resvg')
  expect(drawerOf(svg('<switch><text systemLanguage="de">x</text></switch>'))).toBe('resvg')
  expect(drawerOf(svg('<rect width="5" height="5"/>', ' style="background:red"'))).toBe('resvg')
})

test('whatever could make it open something, and right-to-left words, stay with librsvg', () => {
  const path = '<text><textPath href="#p">round</textPath></text>'
  for (const inside of [
    '<image href="/etc/passwd"/>',
    '<svg:image xlink:href="file:///etc/passwd"/>',
    '<use href="other.svg#a"/>',
    '<style>@import "x.css"</style>',
    '<rect fill="url(other.svg#a)"/>',
    '<filter id="f"/>',
    '<text>שלום</text>',
  ])
    expect(drawerOf(svg(path + inside))).toBe('librsvg')
  expect(drawerOf(svg(path), '<!DOCTYPE svg [<!ENTITY a "b">]>')).toBe('librsvg')
  expect(drawerOf(svg(`${path}<rect fill="url(#g)"/>`))).toBe('resvg')
})

test('what neither shows is said', () => {
  expect(chooseSvgDrawer(svg('<foreignObject><p>page</p></foreignObject>'), '').unseen).toEqual([
    'EMBEDDED_PAGE',
  ])
  const both = svg('<text><textPath href="#p">round</textPath></text><filter id="f"/>')
  expect(chooseSvgDrawer(both, '').unseen).toEqual(['TEXT_ON_PATH'])
  expect(chooseSvgDrawer(svg('<text><textPath href="#p">round</textPath></text>'), '').unseen).toEqual([])
})
