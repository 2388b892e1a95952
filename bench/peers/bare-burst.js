/** sharp alone: thumbnails of the given pictures, on both cores; prints the milliseconds. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const [folder = '', target = ''] = process.argv.slice(2)
sharp.concurrency(1)
sharp.cache(false)
const waiting = readdirSync(folder)

async function work() {
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    await sharp(join(folder, name), { failOn: 'none' })
      .autoOrient()
      .resize(480, 480, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 0 })
      .toFile(join(target, `${name}.webp`))
  }
}

const from = performance.now()
await Promise.all([work(), work()])
console.log(performance.now() - from)
