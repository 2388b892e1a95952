/** A value in PDF's own syntax. */
export type Value = number | boolean | string | null | Name | Ref | Value[] | Dictionary
export type Dictionary = Map<string, Value>

export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** `/Name`, which is not a string. */
export class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const MOST_DEEP = 60
const blank = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
const reference = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const name = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y
const hexadecimal = /<[^>]*>/y
const word = /[^\0\t\n\f\r ()<>[\]{}/%]+/y

type Reading = { text: string; at: number; depth: number }

/** The value at a place, and where it ends. Throws where the text ends first. */
export function readPdfValue(text: string, at: number): { value: Value; end: number } {
  const reading = { text, at, depth: 0 }
  const value = next(reading)
  return { value, end: reading.at }
}

function next(reading: Reading): Value {
  take(reading, blank)
  const { text, at } = reading
  if (at >= text.length) throw new RangeError('it ends here')
  if (text.startsWith('<<', at)) return inside(reading, 2, dictionary)
  const sign = text[at]
  if (sign === '[') return inside(reading, 1, array)
  if (sign === '(') return string(reading)
  if (sign === '/') return new Name(decoded(take(reading, name)?.[1] ?? ''))
  if (sign === '<') return take(reading, hexadecimal)?.[0] ?? skip(reading)
  const ref = take(reading, reference)
  if (ref) return new Ref(Number(ref[1]))
  const digits = take(reading, number)
  if (digits) return Number(digits[0])
  const found = take(reading, word)?.[0]
  if (found === undefined) return skip(reading)
  return found === 'true' ? true : found === 'false' ? false : null
}

function inside<T>(reading: Reading, opened: number, read: (reading: Reading) => T): T {
  if (++reading.depth > MOST_DEEP) throw new SyntaxError('too deep')
  reading.at += opened
  const value = read(reading)
  reading.depth -= 1
  return value
}

function dictionary(reading: Reading): Dictionary {
  const found: Dictionary = new Map()
  for (;;) {
    take(reading, blank)
    if (ends(reading, '>>')) return found
    const key = next(reading)
    take(reading, blank)
    if (ends(reading, '>>')) return found
    if (key instanceof Name) found.set(key.text, next(reading))
  }
}

function array(reading: Reading): Value[] {
  const found: Value[] = []
  for (;;) {
    take(reading, blank)
    if (ends(reading, ']')) return found
    found.push(next(reading))
  }
}

/** Only its end matters. */
function string(reading: Reading): string {
  const { text, at } = reading
  let depth = 0
  for (let end = at; end < text.length; end++) {
    const sign = text[end]
    if (sign === '\\') end += 1
    else if (sign === '(') depth += 1
    else if (sign === ')' && --depth === 0) {
      reading.at = end + 1
      return text.slice(at + 1, end)
    }
  }
  throw new RangeError('it ends here')
}

function ends(reading: Reading, sign: string): boolean {
  if (reading.at >= reading.text.length) throw new RangeError('it ends here')
  if (!reading.text.startsWith(sign, reading.at)) return false
  reading.at += sign.length
  return true
}

function skip(reading: Reading): null {
  reading.at += 1
  return null
}

function take(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)
  if (found) reading.at = pattern.lastIndex
  return found
}

const decoded = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
