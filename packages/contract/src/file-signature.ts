/** This many bytes from the start of a file are enough. */
export const signatureBytes = 12

const signatures: readonly (readonly [mime: string, start: string | RegExp])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF8'],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['application/pdf', '%PDF-'],
  ['video/x-msvideo', /^RIFF.{4}AVI /s],
  ['video/quicktime', /^.{4}ftypqt/s],
  ['video/mp4', /^.{4}ftyp(?:iso|mp4|avc|dash|M4V|3g)/s],
  ['video/mpeg', '\0\0\x01\xba'],
  ['video/mpeg', '\0\0\x01\xb3'],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['video/ogg', 'OggS'],
]

/** Guesses the type of a file whose name says nothing. The server reads more, and decides. */
export function mimeBySignature(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, signatureBytes))
  const found = signatures.find(([, start]) =>
    typeof start === 'string' ? text.startsWith(start) : start.test(text),
  )
  return found?.[0] ?? null
}
