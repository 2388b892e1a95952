import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../../test/people.ts'
import { drawingProcesses } from '../../../test/render-processes.ts'
import { createRenderer, type Renderer } from './render.ts'

const svg = (attributes: string, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
const red = { r: 255, g: 0, b: 0 }
const blue = { r: 0, g: 0, b: 255 }

let folder: string
let renderer: Renderer
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-render-'))
  renderer = createRenderer({ cpuMs: 3_000 })
})

afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

async function save(bytes: Buffer): Promise<string> {
  count += 1
  const path = join(folder, `file-${count}`)
  await writeFile(path, bytes)
  return path
}

async function draw(bytes: Buffer, kind: 'raster' | 'svg' = 'raster', by = renderer) {
  const path = await save(bytes)
  const outputs = { thumbnail: `${path}.thumbnail`, preview: `${path}.preview` }
  const result = await by.render({ kind: 'picture', path, svg: kind === 'svg', outputs }, 'first')
  return {
    ...result,
    size: result.sizes[0],
    preview: await readFile(outputs.preview),
    thumbnail: await readFile(outputs.thumbnail),
  }
}

function costlyPicture(): Buffer {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const uses = `<use href="#l${level}"/>`.repeat(12)
    return `<g id="l${level + 1}" filter="url(#f)">${uses}</g>`
  })
  const filter = '<filter id="f"><feGaussianBlur stdDeviation="30"/></filter>'
  return svg(
    'width="2000" height="2000"',
    `<defs>${filter}<rect id="l0" width="9" height="9"/>${levels.join('')}</defs><use href="#l12"/>`,
  )
}

/** Processor time of a process so far, in hundredths of a second; 0 for none. */
async function cpuTicks(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? 0 : Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** The colour at a place given in fractions of the picture. */
async function colourAt(image: Buffer, x: number, y: number) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4
  return { r: data[at], g: data[at + 1], b: data[at + 2], alpha: data[at + 3] }
}

async function expectColour(
  image: Buffer,
  x: number,
  y: number,
  wanted: { r: number; g: number; b: number },
) {
  const { r = 0, g = 0, b = 0 } = await colourAt(image, x, y)
  expect(
    Math.abs(r - wanted.r) + Math.abs(g - wanted.g) + Math.abs(b - wanted.b),
    `${r},${g},${b}`,
  ).toBeLessThan(60)
}

/** Red above, blue below. */
function flag(width: number, height: number) {
  const half = { width, height: height / 2, channels: 3 as const }
  const below = sharp({ create: { ...half, background: blue } })
    .png()
    .toBuffer()
  return below.then((input) =>
    sharp({ create: { width, height, channels: 3, background: red } }).composite([
      { input, gravity: 'south' },
    ]),
  )
}

async function hasLiberation(): Promise<boolean> {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')]
  const names = await Promise.all(folders.map((one) => readdir(one, { recursive: true }).catch(() => [])))
  return names.flat().some((name) => name.endsWith('LiberationSans-Regular.ttf'))
}

/** Something everywhere, and nowhere black or grey for long. */
const noise = (width: number, height: number) =>
  randomBytes(width * height * 3).map((value) => Math.max(value, 60))

function pdf(pages: { width: number; height: number; rotate?: number; content: string }[]): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ width, height, rotate = 0, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${4 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
}

/** The same document with bytes between its objects, and a table of their offsets. */
function withTable(document: Buffer, between: Buffer): Buffer {
  const text = document.toString('latin1')
  const [objects = '', trailer = ''] = text.split('trailer\n')
  const starts = [...objects.matchAll(/^\d+ 0 obj/gm)].map(({ index }) => String(index).padStart(10, '0'))
  const rows = starts.map((start) => `${start} 00000 n \n`).join('')
  const table = `xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer.replace('%%EOF\n', '')}`
  const at = objects.length + between.length + 1
  return Buffer.concat([Buffer.from(objects), between, Buffer.from(`\n${table}startxref\n${at}\n%%EOF\n`)])
}

const upperHalfRed = (width: number, height: number) => `1 0 0 rg 0 ${height / 2} ${width} ${height / 2} re f`

describe('pictures', () => {
  test('a large one is fitted into 2048 and 480 pixels, a small one is not enlarged', async () => {
    const large = await draw(await (await flag(3000, 1500)).jpeg().toBuffer())
    expect(large.size).toEqual({ width: 3000, height: 1500 })
    expect(await sharp(large.preview).metadata()).toMatchObject({ format: 'webp', width: 2048, height: 1024 })
    expect(await sharp(large.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
    const small = await draw(await (await flag(20, 10)).png().toBuffer())
    expect(await sharp(small.preview).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('each EXIF orientation comes out upright, with its upright size', async () => {
    const undo: Record<number, (image: Sharp) => Sharp> = {
      3: (image) => image.rotate(180),
      6: (image) => image.rotate(270),
      8: (image) => image.rotate(90),
    }
    for (const [orientation, turn] of Object.entries(undo)) {
      const upright = await (await flag(300, 200)).png().toBuffer()
      const turned = await turn(sharp(upright))
        .withMetadata({ orientation: Number(orientation) })
        .jpeg()
        .toBuffer()
      const rendered = await draw(turned)
      expect(rendered.size).toEqual({ width: 300, height: 200 })
      await expectColour(rendered.preview, 0.5, 0.1, red)
      await expectColour(rendered.thumbnail, 0.5, 0.9, blue)
    }
  })

  const taken = {
    IFD0: { Make: 'SecretCam' },
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
  }
  const place = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- SecretCam GPSLatitude --></x:xmpmeta>'
  test.each(['jpeg', 'png', 'webp'] as const)(
    'place, camera and colour profile of the original %s do not reach what is drawn',
    async (format) => {
      const image = (await flag(300, 200)).withExif(taken).withXmp(place).withIccProfile('p3')
      const bytes = await image.toFormat(format).toBuffer()
      expect(bytes.includes('SecretCam')).toBe(true)
      const rendered = await draw(bytes)
      for (const result of [rendered.preview, rendered.thumbnail]) {
        const metadata = await sharp(result).metadata()
        expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined])
        expect(result.includes('SecretCam')).toBe(false)
      }
      await expectColour(rendered.preview, 0.5, 0.1, red)
    },
  )

  test.each(['srgb', 'p3'])('a picture of 16 bits with the profile %s keeps its colours', async (profile) => {
    const plain = sharp({ create: { width: 30, height: 20, channels: 3, background: '#dd2222' } })
    const rendered = await draw(await plain.toColourspace('rgb16').withIccProfile(profile).png().toBuffer())
    for (const image of [rendered.preview, rendered.thumbnail]) {
      const { r = 0, g = 0, b = 0 } = await colourAt(image, 0.5, 0.5)
      for (const [is, was] of [
        [r, 0xdd],
        [g, 0x22],
        [b, 0x22],
      ] as const)
        expect(Math.abs(is - was), `${r},${g},${b}`).toBeLessThan(8)
    }
  })

  test('transparency stays transparent', async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }
    const rendered = await draw(await sharp(clear).png().toBuffer())
    expect((await colourAt(rendered.thumbnail, 0.5, 0.5)).alpha).toBe(0)
  })

  test('CMYK becomes the intended colours', async () => {
    const cmyk = await (await flag(300, 200)).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const rendered = await draw(cmyk)
    const { r = 0, g = 0, b = 0 } = await colourAt(rendered.preview, 0.5, 0.1)
    expect(r).toBeGreaterThan(180)
    expect(Math.max(g, b)).toBeLessThan(90)
  })

  test('renders the first frame of an animation', async () => {
    const frames = Buffer.concat([
      Buffer.from(Array.from({ length: 100 }, () => [255, 0, 0]).flat()),
      Buffer.from(Array.from({ length: 100 }, () => [0, 0, 255]).flat()),
    ])
    const gif = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif()
      .toBuffer()
    const rendered = await draw(gif)
    expect(rendered.animated).toBe(true)
    expect(rendered.size).toEqual({ width: 10, height: 10 })
    await expectColour(rendered.preview, 0.5, 0.9, red)
  })

  test('reports a PNG of several frames as animated, one with a single frame not', async () => {
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: red } })
      .png()
      .toBuffer()
    const withFrames = (frames: number) => {
      const body = Buffer.concat([Buffer.from('acTL'), Buffer.alloc(8)])
      body.writeUInt32BE(frames, 4)
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(8)
      sum.writeUInt32BE(crc32(body))
      const afterHeader = 33
      return Buffer.concat([plain.subarray(0, afterHeader), length, body, sum, plain.subarray(afterHeader)])
    }
    const notified = []
    for (const bytes of [plain, withFrames(1), withFrames(2)]) notified.push((await draw(bytes)).animated)
    expect(notified).toEqual([false, false, true])
  })

  test('a picture one pixel wide keeps a pixel', async () => {
    const line = await sharp({ create: { width: 1, height: 6000, channels: 3, background: red } })
      .png()
      .toBuffer()
    expect(await sharp((await draw(line)).thumbnail).metadata()).toMatchObject({ width: 1, height: 480 })
  })

  test('can render a thumbnail alone', async () => {
    const path = await save(await (await flag(3000, 2000)).jpeg().toBuffer())
    const outputs = { thumbnail: `${path}.thumbnail` }
    await renderer.render({ kind: 'picture', path, svg: false, outputs }, 'first')
    expect(await sharp(outputs.thumbnail).metadata()).toMatchObject({ width: 480, height: 320 })
  })

  test('says why a file cannot be rendered', async () => {
    await expect(draw(Buffer.from('not a picture'))).rejects.toMatchObject({ failure: 'DAMAGED' })
    // Its header claims a larger size.
    const flood = await (await flag(30, 20)).png().toBuffer()
    flood.writeUInt32BE(30_000, 16)
    flood.writeUInt32BE(20_000, 20)
    flood.writeUInt32BE(crc32(flood.subarray(12, 29)), 29)
    await expect(draw(flood)).rejects.toMatchObject({ failure: 'TOO_MANY_PIXELS' })
  })

  test.each(['png', 'jpeg', 'gif'] as const)(
    'a cut %s is drawn as far as it is there, not as a dark sheet',
    async (format) => {
      const whole = await sharp(noise(600, 400), { raw: { width: 600, height: 400, channels: 3 } })
        .toFormat(format)
        .toBuffer()
      for (const length of [300, Math.ceil(whole.length / 50)])
        await expect(draw(whole.subarray(0, length))).rejects.toMatchObject({ failure: 'DAMAGED' })
      const half = await draw(whole.subarray(0, whole.length / 2))
      expect(half).toMatchObject({ size: { width: 600, height: 400 }, unseen: ['CUT_OFF'] })
      const { channels } = await sharp(half.preview)
        .extract({ left: 0, top: 0, width: 600, height: 100 })
        .stats()
      expect(channels[0]?.stdev).toBeGreaterThan(10)
      const endMark = { png: 12, jpeg: 2, gif: 1 }[format]
      expect((await draw(whole.subarray(0, -endMark))).unseen).toBeUndefined()
    },
  )

  test('a cut PNG is empty after its last line, and repeats nothing', async () => {
    const raw = { width: 300, height: 1600, channels: 3 } as const
    const whole = await sharp(noise(raw.width, raw.height), { raw }).png().toBuffer()
    const { preview, thumbnail } = await draw(whole.subarray(0, whole.length / 2))
    for (const picture of [preview, thumbnail]) {
      expect(await colourAt(picture, 0.5, 0.99)).toMatchObject({ alpha: 0 })
      expect(await colourAt(picture, 0.5, 0.02)).toMatchObject({ alpha: 255 })
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(Math.max(...data.subarray(0, 20 * info.width * 3))).toBeGreaterThan(100)
    }
  })

  test('renders more than 100 megapixels only as a large picture', async () => {
    const large = sharp({
      create: { width: 20_000, height: 6_000, channels: 3, background: red },
      limitInputPixels: false,
    })
    const path = await save(await large.png().toBuffer())
    const outputs = { preview: `${path}.preview`, thumbnail: `${path}.thumbnail` }
    const asUsual = renderer.render({ kind: 'picture', path, svg: false, outputs }, 'first')
    await expect(asUsual).rejects.toMatchObject({ failure: 'LARGE' })
    const { sizes } = await renderer.render({ kind: 'large-picture', path, outputs }, 'first')
    expect(sizes).toEqual([{ width: 20_000, height: 6_000 }])
    await expectColour(await readFile(outputs.preview), 0.5, 0.5, red)
  })
})

test('a full or missing disk is not the fault of the picture', async () => {
  const path = await save(await (await flag(30, 20)).png().toBuffer())
  const outputs = { preview: join(folder, 'absent', 'preview') }
  const drawing = renderer.render({ kind: 'picture', path, svg: false, outputs }, 'first')
  await expect(drawing).rejects.toThrow('could not be written')
})

describe('SVG', () => {
  test('is rendered sharply at preview size, whatever its own', async () => {
    const half = '<rect width="20" height="5" fill="#f00"/><rect y="5" width="20" height="5" fill="#00f"/>'
    for (const attributes of ['width="20" height="10"', 'viewBox="0 0 20 10"', '']) {
      const rendered = await draw(svg(attributes, half), 'svg')
      expect(await sharp(rendered.preview).metadata()).toMatchObject({ width: 2048, height: 1024 })
      await expectColour(rendered.preview, 0.5, 0.48, red)
      await expectColour(rendered.preview, 0.5, 0.52, blue)
    }
  })

  test('lengths in inches, millimetres and points are as long as in browsers', async () => {
    const half =
      '<rect width="96" height="96" fill="#f00"/><rect x="0.5in" width="36pt" height="96" fill="#00f"/>'
    for (const attributes of [
      'width="1in" height="1in"',
      'width="25.4mm" height="72pt" viewBox="0 0 96 96"',
    ]) {
      const rendered = await draw(svg(attributes, half), 'svg')
      expect(rendered.size).toEqual({ width: 96, height: 96 })
      await expectColour(rendered.preview, 0.45, 0.9, red)
      await expectColour(rendered.preview, 0.55, 0.9, blue)
      await expectColour(rendered.preview, 0.95, 0.95, blue)
    }
    expect((await draw(svg('width="101" height="33"', half), 'svg')).size).toEqual({ width: 101, height: 33 })
    expect((await draw(svg('width="5cm" height="100pt"', half), 'svg')).size).toEqual({
      width: 189,
      height: 133,
    })
  })

  test('shows pictures inside of it that are WebP or GIF', async () => {
    for (const format of ['webp', 'gif'] as const) {
      const inside = (await (await flag(40, 20)).toFormat(format).toBuffer()).toString('base64')
      const image = `<image width="40" height="20" href="data:image/${format};base64,${inside}"/>`
      const { preview } = await draw(svg('width="40" height="20"', image), 'svg')
      await expectColour(preview, 0.5, 0.2, red)
      await expectColour(preview, 0.5, 0.8, blue)
    }
  })

  test('the usual families look alike from both renderers', async ({ skip }) => {
    if (process.platform === 'linux' && !(await hasLiberation()))
      skip('Arial is rendered with Liberation Sans, which is not here: apt install fonts-liberation')
    const pixelsOf = async (family: string, language: string) => {
      const words = `<text x="4" y="30" font-size="24" font-family="${family}"${language}>Wings Ag</text>`
      const { preview } = await draw(svg('width="140" height="40"', words), 'svg')
      return sharp(preview).resize(140, 40).flatten({ background: '#fff' }).raw().toBuffer()
    }
    const meant = await pixelsOf('Liberation Sans', '')
    for (const family of ['Arial', 'sans-serif'])
      for (const language of ['', ' xml:lang="en"']) {
        const rendered = await pixelsOf(family, language)
        const apart = rendered.reduce((sum, value, n) => sum + Math.abs(value - (meant[n] ?? 0)), 0)
        expect(apart / rendered.length, `${family}${language}`).toBeLessThan(3)
      }
  })

  test('loads nothing: no address, no file of the disk, no script', async () => {
    let requests = 0
    const canary = createServer((_, response) => {
      requests += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(canary, 'listening')
    const address = canary.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const neighbour = await save(await (await flag(10, 10)).png().toBuffer())
    const inside = [
      `<image href="http://127.0.0.1:${port}/a.png" width="10" height="10"/>`,
      `<image href="file://${neighbour}" width="10" height="10"/>`,
      `<image href="${neighbour.split('/').at(-1)}" width="10" height="10"/>`,
      `<style>@import url(http://127.0.0.1:${port}/b.css);</style><script>while (true) {}</script>`,
      `<text y="9"><xi:include href="http://127.0.0.1:${port}/c" parse="text" xmlns:xi="http://www.w3.org/2001/XInclude"/></text>`,
      '<text y="9"><xi:include href="file:///etc/passwd" parse="text" xmlns:xi="http://www.w3.org/2001/XInclude"/></text>',
    ].join('')
    const rendered = await draw(svg('width="10" height="10"', inside), 'svg')
    const { channels } = await sharp(rendered.preview).stats()
    expect(channels.at(-1)?.max).toBe(0)
    expect(requests).toBe(0)
    canary.close()
  })

  test('with text on a path shows it, and says what it does not show', async () => {
    const words =
      '<defs><path id="p" d="M10 60H390"/></defs><text font-size="48"><textPath href="#p">round</textPath></text>'
    const rendered = await draw(svg('viewBox="0 0 400 100"', words), 'svg')
    expect(rendered).toMatchObject({ size: { width: 400, height: 100 }, unseen: [] })
    const { channels } = await sharp(rendered.preview).flatten({ background: '#fff' }).stats()
    expect(channels[0]?.min).toBeLessThan(60)
    const page =
      '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">page</p></foreignObject>'
    expect((await draw(svg('viewBox="0 0 9 9"', page), 'svg')).unseen).toEqual(['EMBEDDED_PAGE'])
  })

  test('in UTF-16 or with plain entities is rendered too', async () => {
    const document = svg('width="10" height="10"', '<rect width="10" height="10" fill="#f00"/>').toString()
    const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${document}`, 'utf16le')
    await expectColour((await draw(utf16, 'svg')).preview, 0.5, 0.5, red)
    const entity = `<!DOCTYPE svg [<!ENTITY red "#f00">]>${document.replace('"#f00"', '"&red;"')}`
    await expectColour((await draw(Buffer.from(entity), 'svg')).preview, 0.5, 0.5, red)
  })

  test('with namespaces only in its document type is rendered too', async () => {
    const types = [
      '<!DOCTYPE svg [<!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">]>',
      '<!DOCTYPE svg [<!ENTITY own "http://example.test/my%20editor"><!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">]>',
    ]
    for (const type of types) {
      const used = svg(
        'width="40" height="40"',
        '<g id="a"><path d="M0 0h20v20z"/></g><use xlink:href="#a" x="9"/>',
      )
      const { size } = await draw(Buffer.concat([Buffer.from(type), used]), 'svg')
      expect(size).toEqual({ width: 40, height: 40 })
    }
  })

  test('with a side that is too long says so, and not that it has too many pixels', async () => {
    const line = svg('width="100000" height="1"', '<rect width="100%" height="100%"/>')
    await expect(draw(line, 'svg')).rejects.toMatchObject({ failure: 'TOO_LARGE' })
  })

  test('that would take minutes is stopped, and others continue meanwhile', async () => {
    const fresh = createRenderer({ cpuMs: 3_000 })
    const others = drawingProcesses()
    let isStopped = false
    const stopped = draw(costlyPicture(), 'svg', fresh)
      .then(() => null, String)
      .finally(() => (isStopped = true))
    for (let n = 0; n < 3; n++) await draw(await (await flag(30, 20)).png().toBuffer(), 'raster', fresh)
    expect(isStopped).toBe(false)
    // Three seconds of processor time, however long a busy machine takes.
    let spent = 0
    const look = async () => {
      const own = drawingProcesses().filter((one) => !others.includes(one))
      spent = Math.max(spent, ...(await Promise.all(own.map(({ pid }) => cpuTicks(String(pid))))))
      return isStopped
    }
    await expect.poll(look, { interval: 20, timeout: 50_000 }).toBe(true)
    expect(await stopped).toMatch(/TOO_SLOW|TOO_LARGE/)
    expect(spent).toBeGreaterThan(100)
    expect(spent).toBeLessThan(600)
    await fresh.close()
  })
})

test('a process that is busy when its server is killed ends within seconds', async () => {
  const path = await save(costlyPicture())
  const outputs = { thumbnail: `${path}.thumbnail`, preview: `${path}.preview` }
  const task = { kind: 'picture', path, svg: true, outputs }
  const script = `import { createRenderer } from ${JSON.stringify(join(import.meta.dirname, 'render.ts'))}
    createRenderer({ cpuMs: 60_000, timeMs: 60_000 }).render(${JSON.stringify(task)}, 'first')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
  })
  const children = async () => {
    const text = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').catch(() => '')
    return text.trim().split(' ').filter(Boolean)
  }
  await expect.poll(children, { timeout: 10_000 }).toHaveLength(1)
  const [child = ''] = await children()
  // While it decodes, its processor time grows.
  await expect.poll(async () => cpuTicks(child), { timeout: 20_000 }).toBeGreaterThan(100)
  server.kill('SIGKILL')
  await expect.poll(async () => cpuTicks(child), { timeout: 5_000 }).toBe(0)
})

test('the other renderer takes an SVG that ended the process of the first', async () => {
  const filter =
    '<filter id="f" filterUnits="userSpaceOnUse" x="90" y="90" width="20" height="900"><feComposite in2="SourceGraphic" operator="arithmetic" k2="1"/></filter>'
  const inside = `${filter}<rect x="90" y="90" width="20" height="20" fill="#f00" filter="url(#f)"/>`
  const { preview } = await draw(svg('width="200" height="200"', inside), 'svg')
  await expectColour(preview, 0.5, 0.5, red)
})

test('renders a picture although all processes are killed at once', async () => {
  const own = createRenderer()
  for (let round = 0; round < 5; round++) {
    const both = [png(30, 20), png(30, 20)].map((bytes) => draw(bytes, 'raster', own))
    await Promise.all(both)
    const rendered = draw(png(30, 20), 'raster', own)
    for (const child of drawingProcesses()) child.kill('SIGKILL')
    expect((await rendered).size).toEqual({ width: 30, height: 20 })
  }
  await own.close()
})

describe('PDF', () => {
  const pages = pdf([
    { width: 200, height: 100, content: upperHalfRed(200, 100) },
    { width: 100, height: 300, rotate: 90, content: upperHalfRed(100, 300) },
    { width: 14_400, height: 1, content: '' },
  ])

  test('reports the upright size of every page', async () => {
    const { sizes } = await renderer.render({ kind: 'pdf', path: await save(pages) }, 'first')
    expect(sizes).toEqual([
      { width: 200, height: 100 },
      { width: 300, height: 100 },
      { width: 14_400, height: 1 },
    ])
  })

  test('renders each page by itself, upright, on white, within both limits', async () => {
    const path = await save(pages)
    const outputs = { preview: `${path}.preview`, thumbnail: `${path}.thumbnail` }
    await renderer.render({ kind: 'pdf-page', path, page: 1, outputs }, 'first')
    const first = await readFile(outputs.preview)
    expect(await sharp(first).metadata()).toMatchObject({ width: 2048, height: 1024 })
    expect(await sharp(outputs.thumbnail).metadata()).toMatchObject({ width: 480, height: 240 })
    await expectColour(first, 0.5, 0.2, red)
    await expectColour(first, 0.5, 0.8, { r: 255, g: 255, b: 255 })
    await renderer.render({ kind: 'pdf-page', path, page: 2, outputs }, 'later')
    await expectColour(await readFile(outputs.preview), 0.8, 0.5, red)
    await renderer.render({ kind: 'pdf-page', path, page: 3, outputs }, 'later')
    expect(await sharp(await readFile(outputs.preview)).metadata()).toMatchObject({ width: 2048, height: 1 })
  })

  test.each([
    [1_000_000, 500_000],
    [9_000_000, 1],
    [1, 99_999_999],
    [0, 0],
  ])('clamps and renders a page of %d by %d points', async (width, height) => {
    const path = await save(pdf([{ width, height, content: '1 0 0 rg 0 0 9 9 re f' }]))
    const { sizes } = await renderer.render({ kind: 'pdf', path }, 'first')
    const sides = sizes.flatMap((size) => [size.width, size.height])
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...sides)).toBeLessThanOrEqual(14_400)
    const outputs = { thumbnail: `${path}.thumbnail`, preview: `${path}.preview` }
    await renderer.render({ kind: 'pdf-page', path, page: 1, outputs }, 'first')
    expect((await sharp(outputs.preview).metadata()).width).toBeGreaterThanOrEqual(1)
  })

  test('a damaged one, and a page that is not there, say so', async () => {
    const broken = await save(Buffer.from('%PDF-1.7\nnothing'))
    await expect(renderer.render({ kind: 'pdf', path: broken }, 'first')).rejects.toMatchObject({
      failure: 'DAMAGED',
    })
    const task = { kind: 'pdf-page', path: await save(pages), page: 4, outputs: {} } as const
    await expect(renderer.render(task, 'first')).rejects.toMatchObject({ failure: 'DAMAGED' })
  })
})

test('the memory of a long document does not count against the next picture', async () => {
  const one = createRenderer({ processes: 1, memoryBytes: 300 * 1024 * 1024 })
  const page = pdf([{ width: 200, height: 100, content: upperHalfRed(200, 100) }])
  // Bytes before the document's end are held in memory, but not scanned if it has an offset table.
  const path = await save(withTable(page, Buffer.alloc(250_000_000, '%')))
  await one.render({ kind: 'pdf-page', path, page: 1, outputs: {} }, 'first')
  const picture = await (await flag(6_000, 6_000)).jpeg().toBuffer()
  expect((await draw(picture, 'raster', one)).size).toEqual({ width: 6_000, height: 6_000 })
  await one.close()
})

test('a process that uses too much memory is stopped', async () => {
  const small = createRenderer({ processes: 1, memoryBytes: 150 * 1024 * 1024 })
  const path = await save(
    await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: red } })
      .png({ progressive: true })
      .toBuffer(),
  )
  const task = { kind: 'picture', path, svg: false, outputs: { preview: `${path}.preview` } } as const
  await expect(small.render(task, 'first')).rejects.toMatchObject({ failure: 'TOO_LARGE' })
  await small.close()
})

test('reports text in a PDF without a font when no font here has its script', async () => {
  const withFont = (font: string, encoding: string, text: string) => {
    const stream = `BT /F 24 Tf 20 40 Td ${text} Tj ET`
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      `<</Type/Font/Subtype/Type0/BaseFont/${font}/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
      `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font}/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>`,
      `<</Type/FontDescriptor/FontName/${font}/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>`,
    ]
    let body = '%PDF-1.4\n'
    const places = objects.map((object, n) => {
      const at = body.length
      body += `${n + 1} 0 obj${object}endobj\n`
      return `${String(at).padStart(10, '0')} 00000 n \n`
    })
    const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
    return Buffer.from(
      `${body}${xref}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
    )
  }
  const unseenOf = async (bytes: Buffer) =>
    (await renderer.render({ kind: 'pdf-page', path: await save(bytes), page: 1, outputs: {} }, 'first'))
      .unseen
  expect(await unseenOf(withFont('HeiseiMin-W3', 'UniJIS-UCS2-H', '<65E5672C>'))).toEqual([
    'TEXT_WITHOUT_FONT',
  ])
  expect(await unseenOf(withFont('HeiseiMin-W3', 'UniJIS-UCS2-H', '<00410042>'))).toBeUndefined()
})
