import { z } from 'zod'
import { isBlank, visibleLength } from './is-blank.ts'
import { undisguised } from './names.ts'

const kinds: Partial<Record<string, string>> = {
  string: 'Must be text.',
  boolean: 'Must be true or false.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  array: 'Must be a list.',
}

z.config({
  customError: (issue) => {
    if (issue.input === undefined || issue.input === null) return 'Required'
    if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters.`
    if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}.`
    return (issue.code === 'invalid_type' && kinds[issue.expected]) || 'Invalid input'
  },
})

/** Removes what PostgreSQL cannot store (NUL, lone surrogates); the rest stays as written. */
export function storable(value: string): string {
  return value.replaceAll('\u0000', '').toWellFormed()
}

/** A name on one line, without disguising characters. */
export const nameLine = (name: string): string =>
  undisguised(storable(name).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()

/** A trimmed line with at least `min` visible characters; spaces replace control characters and line breaks. */
export function line(options: { min?: number; max: number; required: string; tooLong: string }) {
  return z
    .string({ error: options.required })
    .max(options.max * 4, { error: options.tooLong })
    .transform(nameLine)
    .refine((value) => visibleLength(value) >= (options.min ?? 1), {
      error: options.required,
    })
    .refine((value) => [...value].length <= options.max, { error: options.tooLong })
}

/** Text of several lines; empty where no character is visible. `max` counts UTF-16 units. */
export function paragraph(options: { max: number; tooLong: string }) {
  return z
    .string()
    .max(options.max, { error: options.tooLong })
    .transform((value) => (isBlank(value) ? '' : storable(value).replaceAll('\r\n', '\n').trim()))
}
