import { paths } from '#web/lib/paths'

/** Address of the search page for a word; tab `reviews` is the default. */
export function searchPath(word: string, tab = 'reviews'): string {
  return `${paths.search}?tab=${encodeURIComponent(tab)}&word=${encodeURIComponent(word)}`
}

/** The word that the search page is showing; empty everywhere else. */
export function wordOf(location: { pathname: string; search: string }): string {
  if (location.pathname !== paths.search) return ''
  return new URLSearchParams(location.search).get('word')?.trim() ?? ''
}
