import { extensionOf, fileTypeByExtension, fileTypeByMime } from '@wingmark/contract/file-types'
import { beginningOf } from '@wingmark/contract/shorten'
import { nameLine } from '@wingmark/contract/text'

const MAX_BYTES = 255
const MAX_EXTENSION = 20
const FALLBACK = 'file'
const deviceName = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$/i

/** A path's last part as one visible line of at most 255 bytes with its extension. Empty where nothing remains. */
export function cleanFileName(given: string): string {
  const line = nameLine(given)
  const last = (withoutEnd(line).split(/[/\\]/).at(-1) ?? '').trim()
  const bare = last.replace(/^[.\s]+/, '')
  if (bare === '') return ''
  if (bare !== last && !bare.includes('.') && fileTypeByExtension(`${FALLBACK}.${bare}`))
    return `${FALLBACK}.${bare}`
  const found = extensionOf(bare)
  const extension = found.length <= MAX_EXTENSION ? found : ''
  const stem = (extension === '' ? bare : bare.slice(0, -extension.length - 1)).trim()
  const safe = deviceName.test(stem) ? `_${stem}` : stem
  if (extension === '') return cut(safe, MAX_BYTES)
  const ending = `.${bare.slice(-extension.length)}`
  return cut(safe, MAX_BYTES - Buffer.byteLength(ending)) + ending
}

/** Separators, dots and spaces at the end mean nothing. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[\s./\\]/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

/** True when the extension of `name` belongs to this type; MP4 and QuickTime share their container. */
export function nameAgrees(name: string, mime: string): boolean {
  const byName = fileTypeByExtension(name)?.mime
  return byName !== undefined && containerOf(byName) === containerOf(mime)
}

const containerOf = (mime: string) => (mime === 'video/quicktime' ? 'video/mp4' : mime)

/** A name for programs that go by extensions: the right extension replaces that of another type. */
export function downloadName(name: string, mime: string): string {
  if (!fileTypeByMime(mime) || nameAgrees(name, mime)) return name
  const isOfOther = fileTypeByExtension(name) !== undefined
  return withExtensionOf(isOfOther ? name.slice(0, -extensionOf(name).length - 1) : name, mime)
}

/** `name` with an extension of this type. */
export function withExtensionOf(name: string, mime: string): string {
  const [extension] = fileTypeByMime(mime)?.extensions ?? []
  return extension === undefined ? name : cleanFileName(`${name}.${extension}`)
}

/** `name` with the extension of `other`, if that has one. */
export function withEndingOf(name: string, other: string): string {
  const [own, wanted] = [extensionOf(name), extensionOf(other)]
  if (wanted === '' || wanted === own) return name
  const stem = own === '' ? name : name.slice(0, -own.length - 1)
  return cleanFileName(`${stem}${other.slice(-wanted.length - 1)}`)
}

/** The longest beginning of whole characters that fits. */
export function cut(text: string, maxBytes: number): string {
  return beginningOf(text, maxBytes, Buffer.byteLength)
}
