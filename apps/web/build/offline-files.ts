import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const worker = pathOf('../src/service-worker.ts')
const keptFirstView = pathOf('../src/kept-first-view.ts')
/** What must open offline, with all that it loads later. */
const wanted = [
  /\/src\/main\.tsx$/,
  /\/src\/pages\/(home|review|device-review|reviews|dashboard|workspaces|workspace|workspace-tasks|own-tasks)-page\.tsx$/,
  /\/src\/app\/(shells\/|upload-entry|offline-entry|toast-list)/,
  /\/src\/features\/(room|comments|offline|workspaces)\//,
]
/** The typeface of English pages; other scripts are cached when a page shows them. */
const letters = /\/inter-latin-wght-normal-[^/]*\.woff2$/
/** Megabytes that only people working on the device need. */
const drawing = /\/src\/features\/offline\/pdf-pages\.ts$|pdfjs-dist/

/** Builds the service worker under its own name, with the list of files to cache. */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: worker, fileName: 'service-worker.js' })
      this.emitFile({ type: 'chunk', id: keptFirstView, name: 'kept-first-view' })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle['service-worker.js']
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0)
          throw new Error('The service worker is one file without imports.')
        const { first, drawn } = filesOf(bundle)
        const firstView = Object.values(bundle).find(isKeptFirstView)?.fileName ?? ''
        chunk.code = chunk.code
          .replaceAll('OFFLINE_FILES', JSON.stringify(first))
          .replaceAll('DRAWING_FILES', JSON.stringify(drawn))
          .replaceAll('KEPT_FIRST_VIEW', JSON.stringify(`/${firstView}`))
      },
    },
  }
}

const isKeptFirstView = (part: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  part.type === 'chunk' && part.facadeModuleId === keptFirstView

function filesOf(bundle: Rolldown.OutputBundle): { first: string[]; drawn: string[] } {
  const all = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
  const isDrawing = ({ moduleIds }: Rolldown.OutputChunk) => moduleIds.some((id) => drawing.test(id))
  const roots = all.filter(({ isEntry, facadeModuleId }) =>
    isEntry ? facadeModuleId !== worker : wanted.some((path) => path.test(facadeModuleId ?? '')),
  )
  const chunks = new Set(roots)
  for (const chunk of chunks) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') chunks.add(imported)
    }
  }
  const [later, now] = [[...chunks].filter(isDrawing), [...chunks].filter((chunk) => !isDrawing(chunk))]
  const styles = now.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const drawers = later.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedAssets ?? [])])
  const paths = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`)
  const typeface = Object.keys(bundle).filter((name) => letters.test(name))
  return {
    first: paths([...now.map((chunk) => chunk.fileName), ...styles, ...typeface]),
    drawn: paths(drawers),
  }
}
