/** Who waits for a rendering: accounts and addresses, which are equal. */
export type Viewers = ReadonlySet<string>

/** Renders a thing once for all who ask for it meanwhile. */
export function createSharedRendering<T>() {
  const running = new Map<string, { viewers: Set<string>; result: Promise<T> }>()
  return (name: string, viewer: string, draw: (viewers: Viewers) => Promise<T>): Promise<T> => {
    const found = running.get(name)
    if (found) {
      found.viewers.add(viewer)
      return found.result
    }
    const viewers = new Set([viewer])
    const result = draw(viewers).finally(() => running.delete(name))
    running.set(name, { viewers, result })
    return result
  }
}
