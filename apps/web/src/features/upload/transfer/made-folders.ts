/** `id` is null until created. */
export type MadeFolder = { key: string; id: string | null }

type Deps = {
  newKey: () => string
  /** Resolves to the folder's id. */
  makeFolder: (input: { name: string; parent: string | null; key: string }) => Promise<string>
}

/** Folders of a transfer, by target and path: retries create none twice. */
export function createMadeFolders(deps: Deps) {
  const folders = new Map<string, MadeFolder>()
  const making = new Map<string, Promise<string>>()
  const placeOf = (target: string | null, path: readonly string[]) => `${target ?? ''}/${path.join('/')}`

  async function forPath(path: readonly string[], target: string | null): Promise<string | null> {
    const name = path.at(-1)
    if (name === undefined) return target
    const place = placeOf(target, path)
    const known = folders.get(place) ?? { key: deps.newKey(), id: null }
    folders.set(place, known)
    if (known.id !== null) return known.id
    const made =
      making.get(place) ??
      forPath(path.slice(0, -1), target)
        .then((parent) => deps.makeFolder({ name, parent, key: known.key }))
        .finally(() => making.delete(place))
    making.set(place, made)
    known.id = await made
    return known.id
  }

  return {
    forPath,
    /** A path's outermost folder, once created. */
    topOf: (path: readonly string[], target: string | null) =>
      folders.get(placeOf(target, path.slice(0, 1)))?.id,
    list: (): [place: string, made: MadeFolder][] => [...folders],
    restore(made: readonly (readonly [string, MadeFolder])[]): void {
      for (const [place, folder] of made) folders.set(place, folder)
    },
    clear: () => folders.clear(),
  }
}
