import { type SearchTab, tabNamed } from '@wingmark/contract/search'
import { paths } from '#web/lib/paths'

export const tabNames: Record<SearchTab, string> = {
  reviews: 'Reviews',
  comments: 'Comments',
  files: 'Files',
  people: 'People',
  transfers: 'Transfers',
  tasks: 'Tasks',
  messages: 'Messages',
}

/** The tab that an address names; the first one where it names none that is there. */
export function tabOf(location: { search: string }): SearchTab {
  return tabNamed(new URLSearchParams(location.search).get('tab'))
}

/** Address of the search page for a word. */
export function searchPath(word: string, tab: SearchTab = tabNamed(null)): string {
  return `${paths.search}?tab=${encodeURIComponent(tab)}&word=${encodeURIComponent(word)}`
}

/** The word that the search page is showing; empty everywhere else. */
export function wordOf(location: { pathname: string; search: string }): string {
  if (location.pathname !== paths.search) return ''
  return new URLSearchParams(location.search).get('word')?.trim() ?? ''
}
