import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const license = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE')

/** The license of the typeface goes with its files, as it asks for. */
export function typefaceLicense(): Plugin {
  return {
    name: 'typeface-license',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: 'inter-license.txt', source: readFileSync(license, 'utf8') })
    },
  }
}
