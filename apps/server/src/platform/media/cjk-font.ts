import { existsSync, readFileSync } from 'node:fs'
import { type FontFace, fontFaces, hasCharacter } from '#server/platform/media/font-file'

/**
 * CJK fonts are too large to ship: searched at Debian's, Fedora's, Arch's and Alpine's paths, or `CJK_FONT` (file or
 * `none`).
 */
const places = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
  '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
]

/** Windows' numbers of character sets, each with its face in the collections above that have one for each. */
const faceOfCharset = new Map([
  [128, 0],
  [129, 1],
  [134, 2],
  [136, 3],
])
const facesOfNoto = 4

type CjkFont = { faceFor: (charset: number) => FontFace | null; has: (code: number) => boolean }

let found: CjkFont | null | undefined

/** Null where this machine has no such font. */
export function cjkFont(): CjkFont | null {
  if (found === undefined) found = read(process.env['CJK_FONT'])
  return found
}

function read(chosen = ''): CjkFont | null {
  const path = chosen === '' ? places.find((place) => existsSync(place)) : chosen
  if (path === undefined || path === 'none') return null
  try {
    const bytes = readFileSync(path)
    const faces = fontFaces(bytes)
    const face = (n: number) => ({ bytes, at: faces[n] ?? faces[0] ?? 0 })
    return {
      faceFor(charset) {
        const n = faceOfCharset.get(charset)
        if (n === undefined) return null
        return face(faces.length >= facesOfNoto ? n : 0)
      },
      has: hasCharacter(face(0)),
    }
  } catch {
    // An unreadable font counts as missing.
    return null
  }
}
