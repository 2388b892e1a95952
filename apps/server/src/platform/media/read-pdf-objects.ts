import { inflateSync } from 'node:zlib'
import { type Dictionary, Name, Ref, readPdfValue, type Value } from '#server/platform/media/read-pdf-value'

/** Dictionaries of a file, of which PDFium shows only parts. */
export type PdfObjects = {
  /** The target of a reference; null where there is none. */
  resolve: (value: Value | undefined) => Value
  dictionary: (value: Value | undefined) => Dictionary | null
  list: (value: Value | undefined) => Value[]
  catalog: Dictionary | null
}
/** Objects packed in one stream: `starts` has their numbers and places. */
type Pack = { at: number; text: string; starts: [number: number, at: number][] }
/** `view`: the file where it lies now, as PDFium's memory moves. */
export type PdfBytes = { view: () => Buffer; packs: readonly Pack[] }

const WINDOWS = [4 * 1024, 256 * 1024, 16 * 1024 * 1024]
const LONGEST_START = 20
const LONGEST_HEAD = 2_000
const MOST_STEPS = 8
/** For all packs of a file; the rest is skipped. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024

/** Whether a dictionary of the file contains this word, packed or not. */
export function hasWord({ view, packs }: PdfBytes, word: string): boolean {
  return view().includes(word) || packs.some(({ text }) => text.includes(word))
}

/** Scans the whole file: of two objects with one number the later one is newer. */
export function readPdfObjects({ view, packs }: PdfBytes): PdfObjects {
  const plain = findStarts(view()).map(({ number, at }) => ({ number, at, read: () => readAt(view(), at) }))
  const packed = packs.flatMap(({ at, text, starts }) =>
    starts.map(([number, start]) => ({ number, at, read: () => readPdfValue(text, start).value })),
  )
  const places = new Map<number, () => Value>()
  for (const { number, read } of [...plain, ...packed].sort((a, b) => a.at - b.at)) places.set(number, read)
  const found = new Map<number, Value>()
  const valueOf = (number: number): Value => {
    if (!found.has(number)) found.set(number, orNull(places.get(number)))
    return found.get(number) ?? null
  }
  const resolve = (given: Value | undefined): Value => {
    let value = given ?? null
    for (let step = 0; value instanceof Ref && step < MOST_STEPS; step++) value = valueOf(value.number)
    return value instanceof Ref ? null : value
  }
  const dictionary = (value: Value | undefined) => {
    const read = resolve(value)
    return read instanceof Map ? read : null
  }
  const list = (value: Value | undefined) => {
    const read = resolve(value)
    return Array.isArray(read) ? read : []
  }
  const catalog = rootsOf(view(), plain)
    .map(dictionary)
    .find((root) => root?.has('Pages'))
  return { resolve, dictionary, list, catalog: catalog ?? null }
}

function orNull(read: (() => Value) | undefined): Value {
  try {
    return read?.() ?? null
  } catch {
    return null
  }
}

/** The roots named by the trailers, the newest first. */
function rootsOf(bytes: Buffer, plain: readonly { at: number; read: () => Value }[]): Value[] {
  const trailers: { at: number; value: Value }[] = []
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 1))
    trailers.push({ at, value: orNull(() => readAt(bytes, at + 'trailer'.length)) })
  for (let at = bytes.indexOf('/XRef'); at >= 0; at = bytes.indexOf('/XRef', at + 1)) {
    const holder = plain.findLast((one) => one.at < at)
    if (holder) trailers.push({ at, value: orNull(holder.read) })
  }
  return trailers
    .sort((a, b) => b.at - a.at)
    .flatMap(({ value }) => (value instanceof Map ? [value.get('Root') ?? null] : []))
}

/** Where unpacked objects begin; `at`: after `obj`. */
function findStarts(bytes: Buffer): { number: number; at: number }[] {
  const starts: { number: number; at: number }[] = []
  for (let at = bytes.indexOf(' obj'); at >= 0; at = bytes.indexOf(' obj', at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - LONGEST_START), at)
    const number = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}$/.exec(before)?.[1]
    if (number !== undefined) starts.push({ number: Number(number), at: at + ' obj'.length })
  }
  return starts
}

function readAt(bytes: Buffer, at: number): Value {
  for (const [n, length] of WINDOWS.entries()) {
    try {
      return readPdfValue(bytes.toString('latin1', at, Math.min(bytes.length, at + length)), 0).value
    } catch (error) {
      if (!(error instanceof RangeError) || n === WINDOWS.length - 1) throw error
    }
  }
  return null
}

/** With all packs that can be opened: those of an encrypted document cannot. */
export function unpack(view: () => Buffer): PdfBytes {
  const bytes = view()
  const packs: Pack[] = []
  let left = MOST_UNPACKED_BYTES
  for (let at = bytes.indexOf('/ObjStm'); at >= 0 && left > 0; at = bytes.indexOf('/ObjStm', at + 1)) {
    const pack = readPack(bytes, at, left)
    if (pack === null) continue
    packs.push(pack)
    left -= pack.text.length
  }
  return { view, packs }
}

function readPack(bytes: Buffer, named: number, mostBytes: number): Pack | null {
  const before = bytes.subarray(Math.max(0, named - LONGEST_HEAD), named)
  const at = named - before.length + before.lastIndexOf('obj') + 'obj'.length
  const head = orNull(() => readAt(bytes, at))
  const stream = bytes.indexOf('stream', named)
  if (!(head instanceof Map) || stream < 0) return null
  const from = stream + 'stream'.length + (bytes[stream + 'stream'.length] === 13 ? 2 : 1)
  const end = bytes.indexOf('endstream', from)
  const text = inflated(bytes.subarray(from, end < 0 ? undefined : end), head, mostBytes)
  const [first, count] = [head.get('First'), head.get('N')]
  if (text === null || typeof first !== 'number' || typeof count !== 'number') return null
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number)
  const starts = numbers.flatMap((number, n): [number, number][] =>
    n % 2 === 0 && n / 2 < count ? [[number, first + (numbers[n + 1] ?? 0)]] : [],
  )
  return { at, text, starts }
}

function inflated(bytes: Buffer, head: Dictionary, maxOutputLength: number): string | null {
  const filter = head.get('Filter')
  const [only] = Array.isArray(filter) ? filter : [filter]
  if (only === undefined) return bytes.toString('latin1')
  if (!(only instanceof Name) || only.text !== 'FlateDecode') return null
  try {
    return inflateSync(bytes, { maxOutputLength }).toString('latin1')
  } catch {
    return null
  }
}
