import { extensionOf, fileTypeByMime } from '@wingmark/contract/file-types'
import { storable } from '@wingmark/contract/text'

const MAX_BYTES = 255
const MAX_EXTENSION = 20
const FALLBACK = 'file'
// Direction overrides and characters without width make a name look like another; joiners inside emoji stay.
const deceiving = /[\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A name to keep: the last part of a path, one line, visible, at most 255 bytes. Keeps the extension. */
export function cleanFileName(given: string): string {
  const line = storable(given)
    .replace(deceiving, '')
    .replace(/\p{Cc}+/gu, ' ')
  const last = (line.split(/[/\\]/).at(-1) ?? '').trim()
  const found = extensionOf(last)
  const extension = found.length <= MAX_EXTENSION ? found : ''
  const stem = (extension === '' ? last : last.slice(0, -extension.length - 1)).replace(/^[.\s]+/, '').trim()
  const safe = stem === '' ? FALLBACK : deviceName.test(stem) ? `_${stem}` : stem
  if (extension === '') return cut(safe, MAX_BYTES)
  const ending = `.${last.slice(-extension.length)}`
  return cut(safe, MAX_BYTES - Buffer.byteLength(ending)) + ending
}

/** `name` with an extension that files of this type carry. */
export function withExtensionOf(name: string, mime: string): string {
  const [extension] = fileTypeByMime(mime)?.extensions ?? []
  return extension === undefined ? name : cleanFileName(`${name}.${extension}`)
}

function cut(text: string, maxBytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > maxBytes) break
    kept += character
  }
  return kept
}
