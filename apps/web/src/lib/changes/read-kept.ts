/** Checks one value that a build kept, perhaps an older one; undefined if it is something else. */
export type Reader<T> = (value: unknown) => T | undefined

type Readers = Record<string, Reader<unknown>>
type Values<R extends Readers> = { [Name in keyof R]: Exclude<ReturnType<R[Name]>, undefined> }

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)

export const count: Reader<number> = (value) => (typeof value === 'number' ? value : undefined)

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

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
      Object.entries(readers).map(([name, reader]) => [name, reader(Reflect.get(value, name))] as const)
    const fields = read(required)
    if (fields.some(([, field]) => field === undefined)) return undefined
    const found = read(optional).filter(([, field]) => field !== undefined)
    return Object.fromEntries([...fields, ...found])
  }
}
