import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeBoxFont } from './box-font.ts'
import { createRenderer } from './render.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-cjk-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The document does not contain the letter's Japanese font. */
async function pdfOf(letter: string): Promise<string> {
  const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
  const stream = `BT /F 80 Tf 10 20 Td <${code}> Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>',
    '<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>',
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  const path = join(folder, `${crypto.randomUUID()}.pdf`)
  await writeFile(path, `%PDF-1.4\n${body}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF`)
  return path
}

async function drawWith(font: string, letter: string) {
  const before = process.env['CJK_FONT']
  process.env['CJK_FONT'] = font
  onTestFinished(() => void (process.env['CJK_FONT'] = before))
  const renderer = createRenderer({ processes: 1 })
  onTestFinished(() => renderer.close())
  const path = await pdfOf(letter)
  const thumbnail = `${path}.webp`
  const task = { kind: 'pdf-page', path, page: 1, outputs: { thumbnail } } as const
  const { unseen } = await renderer.render(task, 'first')
  const { channels } = await sharp(thumbnail).greyscale().stats()
  return { unseen, isRendered: (channels[0]?.min ?? 255) < 128 }
}

test.each([false, true])(
  'Japanese letters are rendered with the font of the machine (a collection: %s)',
  async (isCollection) => {
    const font = join(folder, `font-${isCollection}`)
    await writeFile(font, makeBoxFont(0x65e5, 0x65e5, { isCollection }))
    expect(await drawWith(font, '日')).toEqual({ unseen: undefined, isRendered: true })
    // A letter that this font lacks.
    expect(await drawWith(font, '本')).toEqual({
      unseen: ['TEXT_WITHOUT_FONT'],
      isRendered: expect.any(Boolean),
    })
  },
)

test('reports them as unseen without a font, or with an unreadable one', async () => {
  const broken = join(folder, 'broken')
  await writeFile(broken, 'no font')
  for (const font of ['none', broken, join(folder, 'missing')])
    expect(await drawWith(font, '日')).toEqual({ unseen: ['TEXT_WITHOUT_FONT'], isRendered: false })
})
