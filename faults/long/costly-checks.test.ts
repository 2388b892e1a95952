import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageFacts } from '../../apps/server/src/platform/media/page-facts.ts'
import { createRenderer, type Renderer } from '../../apps/server/src/platform/media/render.ts'
import { RenderError } from '../../apps/server/src/platform/media/render-protocol.ts'
import { designPdf } from '../../apps/server/test/design-pdf.ts'
import {
  costlyPdf,
  costlyPicture,
  costlySvg,
  floodPicture,
  growingPdf,
  growingSvg,
} from '../support/costly.ts'

let folder: string
let renderer: Renderer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-checks-'))
  renderer = createRenderer()
})
afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

/** What a check learns of a file, as the server requests it; the failure if it learns nothing. */
async function read(bytes: Buffer, name: string, uploader: string): Promise<PageFacts | string> {
  const path = join(folder, name)
  const output = `${path}.json`
  await writeFile(path, bytes)
  const common = { path, output, spelling: { languages: ['en'], dictionaries: [] } }
  try {
    await renderer.render(
      name.endsWith('.pdf')
        ? { ...common, kind: 'pdf-facts', page: 1 }
        : { ...common, kind: 'picture-facts', svg: name.endsWith('.svg'), part: 0 },
      { uploader },
    )
    return PageFacts.parse(JSON.parse(await readFile(output, 'utf8')))
  } catch (error) {
    if (error instanceof RenderError) return error.failure
    throw error
  }
}

const fine = designPdf([[{ words: 'Open every day', x: 100, y: 700, size: 24, gray: 0 }]])

test.each([
  ['curves.pdf', costlyPdf],
  ['forms.pdf', growingPdf],
  ['blurs.svg', costlySvg],
  ['uses.svg', growingSvg],
  ['flood.png', floodPicture],
])('a check of %s is ended, and others’ files are read meanwhile', async (name, make) => {
  const costly = read(await make(), name, 'somebody')
  const other = await read(fine, `beside-${name}.pdf`, 'somebody else')
  expect(typeof other === 'string' ? other : other.texts.map(({ words }) => words)).toEqual([
    'Open every day',
  ])
  expect(await costly).toMatch(/^(TOO_SLOW|TOO_LARGE|TOO_MANY_PIXELS)$/)
})

test('reads a picture of as many pixels as are rendered at once', async () => {
  const facts = await read(await costlyPicture(), 'large.png', 'somebody')
  expect(facts).toMatchObject({ texts: [], isBlank: true })
})
