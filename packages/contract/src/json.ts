/** What checks a value: a schema, or what `shapeOf` makes of a guard. */
export type Shape<T> = { safeParse: (value: unknown) => { data?: T | undefined } }

/** Null where the text is no JSON, or not of that shape. The only place that knows `JSON.parse`, whose answer fits any type. */
export function parseJson<T>(text: string | null | undefined, shape: Shape<T>): T | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return shape.safeParse(value).data ?? null
  } catch {
    return null
  }
}

/** For the web app, which has no schemas at hand. */
export function shapeOf<T>(isThat: (value: unknown) => value is T): Shape<T> {
  return { safeParse: (value) => (isThat(value) ? { data: value } : {}) }
}

/** For whoever looks at each field, or reads what the program itself has written. */
export const anyShape: Shape<unknown> = { safeParse: (value) => ({ data: value }) }

/** As `anyShape`, for what has fields. */
export const objectShape: Shape<object> = shapeOf(
  (value): value is object => typeof value === 'object' && value !== null,
)
