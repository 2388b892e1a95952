import { createHash, randomBytes } from 'node:crypto'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

function rc4(key: Buffer, text: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  const hidden = text.map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
  return Buffer.from(hidden)
}

/** One page, 200 × 100 points, red at the top, which needs a password (the format's standard handler, revision 2). */
export function lockedPdf(password: string): Buffer {
  const id = randomBytes(16)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const ownerEntry = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const key = md5(padded(password), ownerEntry, permissions, id).subarray(0, 5)
  const userEntry = rc4(key, padding)
  const content = Buffer.from('1 0 0 rg 0 50 200 50 re f')
  const hidden = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10), content)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R >>'),
    Buffer.concat([
      Buffer.from(`<< /Length ${hidden.length} >>\nstream\n`),
      hidden,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from(
      `<< /Filter /Standard /V 1 /R 2 /O ${hex(ownerEntry)} /U ${hex(userEntry)} /P ${permissions.readInt32LE()} >>`,
    ),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((sum, part) => sum + part.length, 0)
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
    return offset
  })
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `<< /Size 6 /Root 1 0 R /Encrypt 5 0 R /ID [${hex(id)} ${hex(id)}] >>`
  parts.push(
    Buffer.from(`xref\n0 6\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}
