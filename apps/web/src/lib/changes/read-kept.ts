/** What a value has under this name; undefined if it has none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Checks one value that a build kept, perhaps an older one; undefined if it is something else. */
export type Reader<T> = (value: unknown) => T | undefined

type Readers = Record<string, Reader<unknown>>
type Values<R extends Readers> = { [Name in keyof R]: Exclude<ReturnType<R[Name]>, undefined> }

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const number: Reader<number> = (value) => (typeof value === 'number' ? value : undefined)

export const nothing: Reader<null> = (value) => (value === null ? null : undefined)

/** Those of a list that can be read. */
export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read).filter((one) => one !== undefined) : undefined

export const texts = list(text)

/** Those of an object's values that can be read, by name. */
export const byName =
  <T>(read: Reader<T>): Reader<Record<string, T>> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined
    const found = Object.entries(value).map(([name, one]) => [name, read(one)] as const)
    return Object.fromEntries(found.filter((entry): entry is [string, T & {}] => entry[1] !== undefined))
  }

export const oneOf =
  <const T extends string>(words: readonly T[]): Reader<T> =>
  (value) =>
    words.find((word) => word === value)

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : read(value)

/** Null in place of anything else. */
export const elseNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    read(value) ?? null

export const guarded =
  <T>(isThat: (value: unknown) => value is T): Reader<T> =>
  (value) =>
    isThat(value) ? value : undefined

/** An object with these fields and no others; of `optional`, those that can be read. */
export function shape<R extends Readers>(required: R): Reader<Values<R>>
export function shape<R extends Readers, O extends Readers>(
  required: R,
  optional: O,
): Reader<Values<R> & Partial<Values<O>>>
export function shape(required: Readers, optional: Readers = {}): Reader<unknown> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined
    const read = (readers: Readers) =>
      Object.entries(readers).map(([name, reader]) => [name, reader(fieldOf(value, name))] as const)
    const fields = read(required)
    if (fields.some(([, field]) => field === undefined)) return undefined
    const found = read(optional).filter(([, field]) => field !== undefined)
    return Object.fromEntries([...fields, ...found])
  }
}
