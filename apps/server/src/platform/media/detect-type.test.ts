import { mimeBySignature } from '@wingmark/contract/file-signature'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { detectType } from './detect-type.ts'
import { nameAgrees } from './file-name.ts'

const svg = (inside = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inside}</svg>`
const detect = (content: string | Buffer) => detectType(Buffer.from(content))
const known = (mime: string) => ({ kind: 'known', mime })
const picture = sharp({ create: { width: 4, height: 4, channels: 4, background: '#f00' } })
const box = (type: string, rest: string) => {
  const body = Buffer.from(type + rest, 'latin1')
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([size, body])
}

describe('pictures, by their bytes', () => {
  test.each([
    ['image/jpeg', () => picture.clone().jpeg().toBuffer()],
    ['image/png', () => picture.clone().png().toBuffer()],
    ['image/gif', () => picture.clone().gif().toBuffer()],
    ['image/webp', () => picture.clone().webp().toBuffer()],
  ])('%s', async (mime, make) => {
    const bytes = await make()
    expect(await detect(bytes)).toEqual(known(mime))
    expect(mimeBySignature(bytes)).toBe(mime)
  })

  test('a type that is not on the list has the name that people use', async () => {
    const named = (name: string, isPicture = true) => ({ kind: 'foreign', name, isPicture })
    expect(await detect(await picture.clone().avif().toBuffer())).toEqual(named('AVIF image'))
    expect(await detect(await picture.clone().tiff().toBuffer())).toEqual(named('TIFF image'))
    expect(await detect(box('ftyp', 'heic\0\0\0\0mif1heic'))).toEqual(named('HEIC photo'))
    expect(await detect(box('ftyp', 'crx \0\0\0\x01crx isom'))).toEqual(named('camera RAW photo'))
    expect(await detect('8BPS\0\x01')).toEqual(named('Photoshop image'))
    expect(await detect(Buffer.from('\xff\x0a', 'latin1'))).toEqual(named('JPEG XL image'))
    expect(await detect('MZ')).toEqual(named('EXE', false))
  })

  test('what has no known beginning is unknown', async () => {
    expect(await detect('plain text')).toEqual({ kind: 'unknown' })
    expect(await detect(Buffer.alloc(4096))).toEqual({ kind: 'unknown' })
    expect(await detect('#EXTM3U\nfile:///etc/passwd')).toEqual({ kind: 'unknown' })
  })
})

describe('videos', () => {
  test.each([
    ['video/mp4', box('ftyp', 'isom\0\0\0\0isommp42')],
    ['video/quicktime', box('ftyp', 'qt  \0\0\0\0qt  ')],
    ['video/x-msvideo', Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1')],
    ['video/mpeg', Buffer.from('\0\0\x01\xba\x21\0\x01\0\x01', 'latin1')],
    ['video/webm', Buffer.from('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm', 'latin1')],
    ['video/ogg', Buffer.from(`OggS${'\0'.repeat(24)}\x80theora\x03\x02`, 'latin1')],
    ['video/ogg', Buffer.from(`OggS${'\0'.repeat(24)}\x01vorbis\0\0`, 'latin1')],
    ['video/ogg', Buffer.from(`OggS${'\0'.repeat(24)}OpusHead\x01`, 'latin1')],
  ])('%s', async (mime, bytes) => {
    expect(await detect(bytes)).toEqual(known(mime))
    expect(mimeBySignature(bytes)).toBe(mime)
  })
})

describe('PDF', () => {
  test('the header may stand a little way into the file', async () => {
    expect(await detect('%PDF-1.7\n')).toEqual(known('application/pdf'))
    expect(await detect(`${'\n'.repeat(1000)}%PDF-1.4\n`)).toEqual(known('application/pdf'))
    expect(await detect(`${'\n'.repeat(1025)}%PDF-1.4\n`)).toEqual({ kind: 'unknown' })
  })

  test('a web page with a PDF header behind it is none', async () => {
    expect(await detect('<html><script>1</script>\n%PDF-1.7\n')).toEqual({ kind: 'unknown' })
  })
})

describe('SVG', () => {
  const isSvg = known('image/svg+xml')
  const refused = { kind: 'refused', reason: expect.stringContaining('document type definition') }

  test('with declaration, comments, byte order mark, prefix, in UTF-16', async () => {
    expect(await detect(svg())).toEqual(isSvg)
    expect(await detect(`\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n${svg()}`)).toEqual(isSvg)
    expect(await detect('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')).toEqual(isSvg)
    expect(await detect(Buffer.from(`\uFEFF${svg()}`, 'utf16le'))).toEqual(isSvg)
  })

  test('only in the SVG namespace and only as the root', async () => {
    expect(await detect('<svg width="10"><script>1</script></svg>')).toEqual({ kind: 'unknown' })
    expect(await detect(`<html>${svg()}</html>`)).toEqual({ kind: 'unknown' })
    expect(await detect(`<!DOCTYPE html>${svg()}`)).toEqual({ kind: 'unknown' })
    expect(await detect(`text ${svg()}`)).toEqual({ kind: 'unknown' })
  })

  test('the DOCTYPE that editors write, with entities of text and elements, is harmless', async () => {
    const publicId = 'PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
    expect(await detect(`<!DOCTYPE svg ${publicId}>${svg()}`)).toEqual(isSvg)
    const entity = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">'
    expect(await detect(`<!DOCTYPE svg ${publicId} [\n ${entity}\n]><svg xmlns="&ns_svg;"/>`)).toEqual(isSvg)
    expect(await detect(`<!DOCTYPE svg [<!ENTITY Rect "<rect width='9'/>">]>${svg()}`)).toEqual(isSvg)
  })

  test('so are the namespaces that other editors declare in it', async () => {
    const publicId =
      'PUBLIC "-//W3C//DTD SVG 20010904//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd"'
    const fixed = '<!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">'
    expect(await detect(`<!DOCTYPE svg ${publicId} [${fixed}]>${svg()}`)).toEqual(isSvg)
    const own = '<!ENTITY ns.own "http://example.test/my%20editor/1.0?a=1">'
    expect(await detect(`<!DOCTYPE svg [${own}\n<!-- saved -->${fixed}]>${svg()}`)).toEqual(isSvg)
    const system = 'SYSTEM "http://www.w3.org/TR/2000/03/WD-SVG-20000303/DTD/svg-20000303-stylable.dtd"'
    expect(await detect(`<!DOCTYPE svg ${system} [${own}]>${svg()}`)).toEqual(isSvg)
  })

  test.each([
    ['an attribute that is no namespace', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA #FIXED "go()">]>'],
    ['an outside definition', '<!DOCTYPE svg SYSTEM "http://127.0.0.1/x.dtd">'],
    ['a public one elsewhere', '<!DOCTYPE svg PUBLIC "-//X" "http://127.0.0.1/x.dtd">'],
    ['an entity that reads a file', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['a parameter entity', '<!DOCTYPE svg [<!ENTITY % x "y">]>'],
    ['an entity that holds entities', '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>'],
  ])('%s is refused with a reason', async (_, doctype) => {
    expect(await detect(doctype + svg())).toEqual(refused)
  })
})

test('the extension and the content must agree', () => {
  expect(nameAgrees('a.JPG', 'image/jpeg')).toBe(true)
  expect(nameAgrees('a.jpeg', 'image/jpeg')).toBe(true)
  expect(nameAgrees('a.png', 'image/jpeg')).toBe(false)
  expect(nameAgrees('a.png.exe', 'image/png')).toBe(false)
  expect(nameAgrees('png', 'image/png')).toBe(false)
  expect(nameAgrees('a.mov', 'video/mp4')).toBe(true)
  expect(nameAgrees('a.webm', 'video/mp4')).toBe(false)
})
