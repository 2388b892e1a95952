import type { Page } from 'playwright-core'
import { readZip } from '../apps/server/test/read-zip.ts'

/** By RFC 4180. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g
  for (const [whole, quoted, plain, end] of text.replace(/^\uFEFF/, '').matchAll(field)) {
    if (whole === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

/** The first sheet of a workbook, located through its own parts, by the browser's XML parser. */
export function readWorkbook(page: Page, bytes: Buffer): Promise<(string | number)[][]> {
  const parts = Object.fromEntries([...readZip(bytes)].map(([path, xml]) => [path, xml.toString()]))
  return page.evaluate((given) => {
    const open = (path: string) => {
      const read = new DOMParser().parseFromString(given[path] ?? '', 'application/xml')
      const wrong = read.querySelector('parsererror')
      if (wrong) throw new Error(`${path}: ${wrong.textContent}`)
      return read
    }
    /** The related part of this kind, by a path relative to its folder. */
    const targetOf = (path: string, has: (one: Element) => boolean) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
      const relations = open(`${folder}_rels/${path.slice(folder.length)}.rels`)
      const found = [...relations.querySelectorAll('Relationship')].find(has)
      return folder + (found?.getAttribute('Target') ?? '')
    }
    const workbook = targetOf('', (one) => one.getAttribute('Type')?.endsWith('/officeDocument') ?? false)
    const first = open(workbook).querySelector('sheet')
    const id = first?.getAttributeNS(
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'id',
    )
    const sheet = targetOf(workbook, (one) => one.getAttribute('Id') === id)
    const types = open('[Content_Types].xml')
    for (const path of [workbook, sheet])
      if (!types.querySelector(`Override[PartName="/${path}"]`)) throw new Error(`${path} has no type`)
    return [...open(sheet).querySelectorAll('sheetData > row')].map((row) =>
      [...row.querySelectorAll(':scope > c')].map((cell) => {
        const isText = cell.getAttribute('t') === 'inlineStr'
        const value = cell.querySelector(isText ? 'is > t' : 'v')?.textContent ?? ''
        return isText || value === '' ? value : Number(value)
      }),
    )
  }, parts)
}
