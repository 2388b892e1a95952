/** Validates a value: a schema, or what `shapeOf` makes of a guard. */
export type Shape<T> = { safeParse: (value: unknown) => { data?: T | undefined } }

/** Null where the text is not JSON of that shape. Nothing else calls `JSON.parse`, whose result fits any type. */
export function parseJson<T>(text: string | null | undefined, shape: Shape<T>): T | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return shape.safeParse(value).data ?? null
  } catch {
    return null
  }
}

/** For the web app, which does not load the schemas. */
export function shapeOf<T>(isThat: (value: unknown) => value is T): Shape<T> {
  return { safeParse: (value) => (isThat(value) ? { data: value } : {}) }
}

/** For callers that check each field, or read what the program wrote itself. */
export const anyShape: Shape<unknown> = { safeParse: (value) => ({ data: value }) }

/** As `anyShape`, for objects. */
export const objectShape: Shape<object> = shapeOf(
  (value): value is object => typeof value === 'object' && value !== null,
)
