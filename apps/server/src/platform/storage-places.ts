import type { StoredName } from '#server/platform/storage'

const KEY = /^[a-z0-9]{22,64}$/
const DERIVATIVE = /^[a-z0-9-]{1,40}$/

/** Relative paths of stored things, the same in a folder and a bucket, so that they can be copied. */
export function placeOf({ key, derivative }: StoredName): string {
  if (derivative === undefined) return `${folderOf('objects', key)}/${key}`
  if (!DERIVATIVE.test(derivative)) throw new Error('Not a derivative name')
  return `${derivedPlace(key)}/${derivative}`
}

/** The folders that contain everything. */
export const storedFolders = ['objects', 'derived'] as const

/** The stored thing at a place; null for other places. */
export function nameOf(place: string): StoredName | null {
  const [kind, , , key = '', derivative, ...more] = place.split('/')
  const name = kind === 'objects' ? { key } : { key, derivative }
  const isName =
    KEY.test(key) && (kind === 'objects' || DERIVATIVE.test(derivative ?? '')) && more.length === 0
  return isName && placeOf(name) === place ? name : null
}

/** The folder of everything made from an original. */
export const derivedPlace = (key: string): string => `${folderOf('derived', key)}/${key}`

/** Throws for keys that the server did not create. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('Not a storage key')
  return key
}

const folderOf = (kind: 'objects' | 'derived', key: string) =>
  `${kind}/${checkedKey(key).charAt(0)}/${key.charAt(1)}`
