import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IndexHtmlTransformContext, Plugin, Rolldown } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const assetTag = /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:stylesheet|modulepreload)"[^>]*)>/g
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const icon = pathOf('../public/favicon.svg')
const afterFirstDesign = pathOf('../src/after-first-design.ts')
const reviewPage = pathOf('../src/pages/review-page.tsx')

/** Moves Vite's tags behind the first view, between marks that let the server delay them and leave out lazy ones. */
export function assetsAfterFirstView(): Plugin {
  return {
    name: 'assets-after-first-view',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: afterFirstDesign, name: 'after-first-design' })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const tags = (html.match(assetTag) ?? []).map((tag) => tag.trim())
        const review = filesOf(bundle, reviewPage)
          .filter((file) => !html.includes(file))
          .map(preloadTag)
        const marked = [
          `<!--application after="/${chunkOf(bundle, afterFirstDesign).fileName}"-->`,
          ...tags.map((tag) => tag.replace(/^<(script|link)/, '<$1 fetchpriority="low"')),
          '<!--review-->',
          ...review,
          '<!--/review-->',
          '<!--/application-->',
        ]
        return html
          .replace(assetTag, '')
          .replace('/favicon.svg', dataUrl(readFileSync(icon, 'utf8')))
          .replace('<div id="root"></div>', `${marked.join('\n    ')}\n    <div id="root"></div>`)
      },
    },
  }
}

/** Inlined, so that no request for it precedes the first design. */
const dataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`

function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === source)
  if (found?.type !== 'chunk') throw new Error(`${source} has no chunk of its own`)
  return found
}

/** The chunk of a source file with all its imports, and their styles. */
function filesOf(bundle: Bundle, source: string): string[] {
  const chunks = new Set([chunkOf(bundle, source)])
  for (const chunk of chunks) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') chunks.add(imported)
    }
  }
  const styles = [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  return [...[...chunks].map((chunk) => chunk.fileName), ...new Set(styles)]
}

function preloadTag(file: string): string {
  const how = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link fetchpriority="low" ${how} crossorigin href="/${file}">`
}
