import { paths } from '#web/lib/paths'

/** What can be searched, the default first. */
export const searchTabs = ['reviews'] as const
export type SearchTab = (typeof searchTabs)[number]

/** The tab that an address names; the first one where it names none that is there. */
export function tabOf(location: { search: string }): SearchTab {
  const named = new URLSearchParams(location.search).get('tab')
  return searchTabs.find((tab) => tab === named) ?? searchTabs[0]
}

/** Address of the search page for a word. */
export function searchPath(word: string, tab: SearchTab = searchTabs[0]): string {
  return `${paths.search}?tab=${encodeURIComponent(tab)}&word=${encodeURIComponent(word)}`
}

/** The word that the search page is showing; empty everywhere else. */
export function wordOf(location: { pathname: string; search: string }): string {
  if (location.pathname !== paths.search) return ''
  return new URLSearchParams(location.search).get('word')?.trim() ?? ''
}
