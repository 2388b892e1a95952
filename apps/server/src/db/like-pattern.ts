/** Escapes a word for `like` and `ilike`; put `%` where anything may stand. */
export const likeLiteral = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
