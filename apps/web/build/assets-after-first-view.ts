import type { Plugin } from 'vite'

const assetTag = /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:stylesheet|modulepreload)"[^>]*)>/g

/**
 * Moves Vite's tags behind the first view and lowers their priority:
 * the design in the server's HTML is then painted, and its picture fetched, before any script or style.
 */
export function assetsAfterFirstView(): Plugin {
  return {
    name: 'assets-after-first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const tags = html.match(assetTag) ?? []
        const late = tags.map((tag) => tag.trim().replace(/^<(script|link)/, '<$1 fetchpriority="low"'))
        return html
          .replace(assetTag, '')
          .replace('<div id="root"></div>', `${late.join('\n    ')}\n    <div id="root"></div>`)
      },
    },
  }
}
