import { fileTypeByMime, isAcceptedKind } from '@wingmark/contract/file-types'

/** The part before the bytes; `name`, `width` and `height` are our own parameters. */
export type DataUrlHead = { mime: string; name: string | null; width: number | null; height: number | null }

const headForm = /^data:([\w.+-]+\/[\w.+-]+)((?:;[\w-]+=[^;,]*)*);base64$/
const base64Form = /^[A-Za-z0-9+/]+={0,2}$/

/** Null unless it is a data URL with base64. */
export function readHead(url: string): DataUrlHead | null {
  const comma = url.indexOf(',')
  const found = comma === -1 ? null : headForm.exec(url.slice(0, comma))
  if (!found) return null
  const [, mime = '', parameters = ''] = found
  const values = new Map(
    parameters
      .split(';')
      .filter((one) => one !== '')
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )
  const pixels = (name: string) => {
    const value = Number(values.get(name))
    return Number.isFinite(value) && value > 0 ? value : null
  }
  return {
    mime: mime.toLowerCase(),
    name: decoded(values.get('name')),
    width: pixels('width'),
    height: pixels('height'),
  }
}

function decoded(value: string | undefined): string | null {
  try {
    return value ? decodeURIComponent(value) : null
  } catch {
    return null
  }
}

/** The bytes; null if the base64 is invalid. */
export function readBytes(url: string): Uint8Array<ArrayBuffer> | null {
  const text = url.slice(url.indexOf(',') + 1)
  if (text === '') return new Uint8Array()
  if (text.length % 4 !== 0 || !base64Form.test(text)) return null
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Whether a review, or a comment as attachment, accepts it. */
export function isAcceptedMime(mime: string, purpose: 'REVIEW' | 'COMMENT'): boolean {
  const type = fileTypeByMime(mime)
  return type !== undefined && isAcceptedKind(type.kind, purpose)
}

export function toDataUrl(bytes: Uint8Array, { mime, name, width, height }: DataUrlHead): string {
  const size = width && height ? `;width=${width};height=${height}` : ''
  const named = name ? `;name=${encodeURIComponent(name)}` : ''
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)))
  return `data:${mime}${named}${size};base64,${btoa(parts.join(''))}`
}

/** Approximate length of a data URL for so many bytes. */
export const dataUrlLength = (bytes: number) => Math.ceil(bytes / 3) * 4 + 200
