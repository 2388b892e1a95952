import { z } from 'zod'

export const defaultPageSize = 10
export const maxPageSize = 100
const maxPage = 1_000_000

const pageMessage = 'Page must be a whole number of 1 or more.'
const limitMessage = 'Limit must be a whole number of 1 or more.'
const sizeMessage = 'Size must be a whole number of 1 or more.'

// A parameter given twice arrives as a list: the first one counts.
export const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const digits = (message: string, cap: (value: number) => number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: message })
    .transform((value) => cap(Number(value)))

function wholeNumber(message: string, fallback: number, cap: (value: number) => number) {
  return z.preprocess(
    (value) => (first(value) === undefined ? String(fallback) : String(first(value))),
    digits(message, cap),
  )
}

const toLastPage = (value: number) => Math.min(value, maxPage)

/** The page of an endless list that is read by page numbers; absent unless asked for. */
export const chosenPage = () => z.preprocess(first, digits(pageMessage, toLastPage).optional())

const pageSize = (message: string, fallback: number) =>
  wholeNumber(message, fallback, (value) => Math.min(value, maxPageSize))
    .optional()
    .default(fallback)

/** Query of a numbered page; `limit` above the maximum is capped, not refused. */
export function pageQuery(defaultLimit = defaultPageSize) {
  return z.object({
    page: wholeNumber(pageMessage, 1, toLastPage).optional().default(1),
    limit: pageSize(limitMessage, defaultLimit),
  })
}

/** As `pageQuery`, where the specification calls the limit `size`. */
export function sizedPageQuery(defaultSize = defaultPageSize) {
  return z.object({ page: pageQuery().shape.page, size: pageSize(sizeMessage, defaultSize) })
}

/** Query of an endless list; `cursor` is opaque and comes from the previous reply. */
export function cursorQuery(defaultLimit = maxPageSize, cursorMax = 200) {
  return z.object({
    cursor: z.preprocess(first, z.string().max(cursorMax, { error: 'Unknown cursor.' }).optional()),
    limit: pageSize(limitMessage, defaultLimit),
  })
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `Choose one of: ${values.join(', ')}` })
}

/** A sort parameter: one of the listed orders, the first by default. */
export function sortOrder<const T extends readonly [string, ...string[]]>(orders: T) {
  return z
    .preprocess((value) => first(value) ?? orders[0], z.enum(orders, { error: 'Unknown sort order.' }))
    .optional()
}

/** A parameter that is true or false. */
export const flag = (message: string) =>
  z.preprocess(
    (value) => first(value) ?? 'false',
    z.enum(['', 'true', 'false'], { error: message }).transform((value) => value !== 'false'),
  )

export function searchWord() {
  return z
    .preprocess(
      (value) => first(value) ?? '',
      z
        .string()
        .max(200)
        .transform((word) => word.replaceAll('\u0000', '').toWellFormed().trim()),
    )
    .optional()
}

export function one<T extends z.ZodType>(result: T) {
  return z.object({ success: z.literal(true), result })
}

export function list<T extends z.ZodType>(item: T) {
  return z.object({ success: z.literal(true), results: z.array(item) })
}

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    success: z.literal(true),
    results: z.array(item),
    currentPage: z.int(),
    totalPages: z.int(),
    total: z.int(),
  })
}

export function cursorPage<T extends z.ZodType>(item: T) {
  return z.object({
    success: z.literal(true),
    results: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.int(),
  })
}

/** What every call that ends something returns. */
export const Done = one(z.object({ _id: z.uuid() }))
