import { fileTypeFromBuffer } from 'file-type'
import { decodeXml, readSvgProlog } from '#server/platform/media/svg-prolog'

export type DetectedType =
  | { kind: 'known'; mime: string }
  /** Recognised, but not accepted: `reason` is a sentence for the person who uploads. */
  | { kind: 'refused'; reason: string }
  /** Another type, by the name that people use. */
  | { kind: 'foreign'; name: string; isPicture: boolean }
  | { kind: 'unknown' }

/** Readers accept a PDF whose header begins this far into the file. */
const PDF_HEADER_WITHIN = 1024

const mimeOf: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'video/mpeg': 'video/mpeg',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'video/quicktime': 'video/quicktime',
  'video/vnd.avi': 'video/x-msvideo',
  'video/webm': 'video/webm',
  'video/ogg': 'video/ogg',
  'application/ogg': 'video/ogg',
  // Sound alone plays in the same player.
  'audio/ogg': 'video/ogg',
  'audio/ogg; codecs=opus': 'video/ogg',
}

/** The type by the first bytes alone; one of the contract's types, or none. */
export async function detectType(head: Buffer): Promise<DetectedType> {
  const found = await fileTypeFromBuffer(head)
  const mime = found && mimeOf[found.mime]
  if (mime) return { kind: 'known', mime }
  if (found?.mime === 'application/pdf' || (!found && holdsPdfHeader(head))) {
    return { kind: 'known', mime: 'application/pdf' }
  }
  if (found && found.mime !== 'application/xml') return foreign(found)
  const prolog = readSvgProlog(decodeXml(head))
  if (prolog.kind === 'svg') return { kind: 'known', mime: 'image/svg+xml' }
  return prolog.kind === 'refused' ? prolog : { kind: 'unknown' }
}

/** Types that people call otherwise than by their usual extension. */
const calledOtherwise: Record<string, string> = {
  heic: 'HEIC photo',
  tif: 'TIFF image',
  jxl: 'JPEG XL image',
  jxr: 'JPEG XR image',
  jp2: 'JPEG 2000 image',
  jpm: 'JPEG 2000 image',
  jpx: 'JPEG 2000 image',
  mj2: 'JPEG 2000 image',
  psd: 'Photoshop image',
  xcf: 'GIMP image',
  ...Object.fromEntries(
    ['arw', 'cr2', 'cr3', 'dng', 'nef', 'orf', 'raf', 'rw2'].map((raw) => [raw, 'camera RAW photo']),
  ),
}

function foreign({ ext, mime }: { ext: string; mime: string }): DetectedType {
  const isPicture = mime.startsWith('image/')
  const usual = ext.toUpperCase()
  return {
    kind: 'foreign',
    name: calledOtherwise[ext] ?? (isPicture ? `${usual} image` : usual),
    isPicture,
  }
}

// Markup before the header makes the file a web page for a browser that sniffs the type.
function holdsPdfHeader(head: Buffer): boolean {
  const at = head.subarray(0, PDF_HEADER_WITHIN + 5).indexOf('%PDF-')
  return at >= 0 && !/<[a-z!?/]/i.test(head.subarray(0, at).toString('latin1'))
}
