import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const viteHelper = '\0vite/preload-helper.js'
const ours = fileURLToPath(new URL('../src/lib/load-late.ts', import.meta.url))

/** Replaces Vite's lazy loading, where a failed file stays failed until the page is left. */
export function lateLoading(): Plugin {
  return {
    name: 'late-loading',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === viteHelper ? `export { loadLate as __vitePreload } from ${JSON.stringify(ours)}` : null,
  }
}

/** All files of a lazy import, including itself; Vite omits it if it is the only one. */
export function filesOfImport(
  file: string,
  files: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] {
  return hostType === 'js' && files.length === 0 ? [file] : files
}
