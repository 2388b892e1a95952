import type { StoredName } from '#server/platform/storage'

const KEY = /^[a-z0-9]{22,64}$/
const DERIVATIVE = /^[a-z0-9-]{1,40}$/

/** Where stored things are, relative to the folder or the bucket: the same in both, so that one can be copied into the other. */
export function placeOf({ key, derivative }: StoredName): string {
  if (derivative === undefined) return `${folderOf('objects', key)}/${key}`
  if (!DERIVATIVE.test(derivative)) throw new Error('Not a derivative name')
  return `${derivedPlace(key)}/${derivative}`
}

/** The folders that hold all of it. */
export const storedFolders = ['objects', 'derived'] as const

/** What a place is the place of; null for what is none. */
export function nameOf(place: string): StoredName | null {
  const [kind, , , key = '', derivative, ...more] = place.split('/')
  const name = kind === 'objects' ? { key } : { key, derivative }
  const isName =
    KEY.test(key) && (kind === 'objects' || DERIVATIVE.test(derivative ?? '')) && more.length === 0
  return isName && placeOf(name) === place ? name : null
}

/** The folder of all that was made from an original. */
export const derivedPlace = (key: string): string => `${folderOf('derived', key)}/${key}`

/** Throws for what the server did not make. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('Not a storage key')
  return key
}

const folderOf = (kind: 'objects' | 'derived', key: string) =>
  `${kind}/${checkedKey(key).charAt(0)}/${key.charAt(1)}`
