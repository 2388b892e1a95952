import { useEffect, useState } from 'react'

type Draw = (page: number) => Promise<string>

const files = new Map<string, Draw>()

/** Draws a file's further pages on the device, by its preview's address; the returned function ends that. */
export function drawPages(previewUrl: string, draw: Draw): () => void {
  files.set(previewUrl, draw)
  return () => files.delete(previewUrl)
}

function drawerOf(url: string): (() => Promise<string>) | null {
  if (!url.startsWith('blob:')) return null
  const [file = '', page] = url.split('?page=')
  const draw = files.get(file)
  return draw && page ? () => draw(Number(page)) : null
}

/** What an <img> shows for an address: itself, or the device's drawing; undefined until drawn. */
export function usePagePicture(url: string): string | undefined {
  const [drawn, setDrawn] = useState<{ url: string; address: string } | null>(null)
  const drawer = drawerOf(url)
  const isWanted = drawer !== null
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    // A page that fails to draw stays blank.
    void drawerOf(url)?.().then(
      (address) => isCurrent && setDrawn({ url, address }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [url, isWanted])
  if (!isWanted) return url
  return drawn?.url === url ? drawn.address : undefined
}
