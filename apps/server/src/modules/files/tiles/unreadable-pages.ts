/** Each try at a bad page can block a process for seconds, and each viewer requests dozens of tiles. */
const maxTiles = 3
const forMs = 600_000
const maxPages = 1_000

/** Pages whose tiles recently failed to render. */
export function createUnreadablePages() {
  const pages = new Map<string, { tiles: number; until: number }>()
  return {
    has(page: string): boolean {
      const found = pages.get(page)
      return found !== undefined && found.tiles >= maxTiles && found.until > performance.now()
    },
    noteTile(page: string): void {
      const found = pages.get(page)
      const before = found && found.until > performance.now() ? found.tiles : 0
      pages.delete(page)
      pages.set(page, { tiles: before + 1, until: performance.now() + forMs })
      const [oldest] = pages.keys()
      if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest)
    },
  }
}
