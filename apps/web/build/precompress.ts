import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.webmanifest'])
const smallestWorthwhile = 1_024

/** Writes `.br` and `.gz` beside every built asset, so that the server never compresses one itself. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallestWorthwhile) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
