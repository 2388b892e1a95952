import type { Marker } from '@wingmark/contract/comments'
import { makeBuilder, type Random, randomOf } from './tree.ts'

/** A line keeps its id; a chapter begins on a page of its own. */
type Line = { id: string; text: string }
type Paragraph = Line[]
type Chapter = { title: Line; paragraphs: Paragraph[] }
type Book = Chapter[]

/** Where a line is: its page, from 1, and points from the page's upper left. */
type Place = { page: number; x: number; y: number; text: string }
type Places = Map<string, Place>
/** `at`: null where the line is gone from the page that its page became. */
export type DocumentPin = { marker: Marker; at: { x: number; y: number } | null }
/** Null where a page is gone, undefined where its lines were scattered. */
type PageTruth = number | null | undefined
export type DocumentPair = {
  kind: string
  older: Buffer
  newer: Buffer
  pages: PageTruth[]
  pins: DocumentPin[]
}

/** A4, in points. */
export const paper = { width: 595, height: 842 }
const { width, height } = paper
const [left, top, leading, linesPerPage] = [60, 90, 16, 42]
const pinsPerDocument = 10
/** A pin stands among the first letters of its line. */
const intoLine = 24

function makeBook(random: Random): Book {
  const { say } = makeBuilder(random)
  let count = 0
  const line = (least: number, most: number): Line => ({ id: `l${count++}`, text: say(least, most) })
  const paragraph = () => Array.from({ length: random.int(2, 7) }, () => line(8, 11))
  return Array.from({ length: random.int(4, 9) }, () => ({
    title: line(2, 4),
    paragraphs: Array.from({ length: random.int(4, 12) }, paragraph),
  }))
}

const edits: Record<string, (book: Book, random: Random) => void> = {
  none: () => undefined,
  'page inserted': (book, random) => {
    const [made] = makeBook(random)
    const renamed = (line: Line) => ({ ...line, id: `new-${line.id}` })
    if (!made) return
    const paragraphs = made.paragraphs.slice(0, 5).map((lines) => lines.map(renamed))
    book.splice(random.int(0, book.length), 0, { title: renamed(made.title), paragraphs })
  },
  'page removed': (book, random) => void book.splice(random.int(0, book.length - 1), 1),
  'paragraph inserted': (book, random) => {
    const { paragraphs } = random.pick(book)
    const { say } = makeBuilder(random)
    const lines = Array.from({ length: random.int(1, 4) }, (_, at) => ({ id: `new-${at}`, text: say(8, 11) }))
    paragraphs.splice(random.int(0, paragraphs.length), 0, lines)
  },
  'paragraph removed': (book, random) => {
    const { paragraphs } = random.pick(book)
    paragraphs.splice(random.int(0, paragraphs.length - 1), 1)
  },
  'paragraphs reordered': (book, random) => {
    const chapter = random.pick(book)
    chapter.paragraphs = random.some(chapter.paragraphs, chapter.paragraphs.length)
  },
  'words changed': (book, random) => {
    const { say } = makeBuilder(random)
    for (const chapter of book)
      for (const line of random.some(chapter.paragraphs.flat(), 4))
        line.text = `${line.text.split(' ').slice(0, -1).join(' ')} ${say(1, 1)}`
  },
}

/** The same documents for the same seed, with the truth of their pages and pins. */
export function makeDocumentPair(seed: number, index: number): DocumentPair {
  const random = randomOf(seed * 7_919 + index)
  const older = makeBook(random)
  const newer = structuredClone(older)
  const names = Object.keys(edits)
  const kind = names[index % names.length] ?? 'none'
  edits[kind]?.(newer, random)
  const [was, is] = [layOut(older), layOut(newer)]
  const pages = pagesOf(was, is)
  const lines = random.some([...was.places], pinsPerDocument)
  const pins = lines.map(([id, place]) => ({
    marker: { page: place.page, shape: 'POINT' as const, ...fractions(place) },
    at: placeOn(is.places.get(id), pages[place.page - 1] ?? null),
  }))
  return { kind, older: write(was.pages), newer: write(is.pages), pages, pins }
}

const fractions = ({ x, y }: Place) => ({ x: (x + intoLine) / width, y: (y - 4) / height })
const placeOn = (place: Place | undefined, page: number | null) =>
  place && place.page === page ? fractions(place) : null

type LaidOut = { pages: Place[][]; places: Places }

function layOut(book: Book): LaidOut {
  const pages: Place[][] = []
  const places: Places = new Map()
  for (const { title, paragraphs } of book) {
    // An empty line is the gap after a title or paragraph.
    const flow = [title, ...paragraphs.flatMap((lines) => [null, ...lines])]
    for (const [at, line] of flow.entries()) {
      const row = at % linesPerPage
      if (row === 0) pages.push([])
      if (!line) continue
      const place = { page: pages.length, x: left, y: top + row * leading, text: line.text }
      pages.at(-1)?.push(place)
      places.set(line.id, place)
    }
  }
  return { pages, places }
}

/** A page became the one that has most of its lines, if no other page gave that one as many. */
function pagesOf(was: LaidOut, is: LaidOut): PageTruth[] {
  const best = was.pages.map((lines, at) => {
    const counts = new Map<number, number>()
    for (const [id, { page }] of was.places) {
      const now = is.places.get(id)
      if (page === at + 1 && now) counts.set(now.page, (counts.get(now.page) ?? 0) + 1)
    }
    const [[page, count] = [null, 0]] = [...counts].sort(([, one], [, other]) => other - one)
    return { page, count, isMost: count > lines.length / 2 }
  })
  return best.map((one) => {
    if (one.page === null) return null
    const rivals = best.filter(({ page }) => page === one.page)
    const isFirst = rivals.every((rival) => rival === one || rival.count < one.count)
    return one.isMost && isFirst ? one.page : undefined
  })
}

/** A PDF with a running head and a number on each page. */
function write(pages: readonly Place[][]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>']
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [at, places] of pages.entries()) {
    const text = ({ x, y, text }: Place) => `1 0 0 1 ${x} ${height - y} Tm (${text}) Tj`
    const head = { page: at + 1, x: left, y: 50, text: 'Yearly report of the studio' }
    const foot = { page: at + 1, x: width / 2, y: height - 40, text: `${at + 1}` }
    const content = `BT /F1 11 Tf ${[head, ...places, foot].map(text).join(' ')} ET`
    const box = `/MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >>`
    objects.push(`<< /Type /Page /Parent 2 0 R ${box} /Contents ${5 + 2 * at} 0 R >>`)
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  return assemble(objects)
}

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
