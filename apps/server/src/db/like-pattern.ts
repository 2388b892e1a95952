/** A word as `like` and `ilike` take it literally; put `%` where anything may stand. */
export const likeLiteral = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
