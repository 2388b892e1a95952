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

/** The address's tab; the first one if it names no existing tab. */
export function tabOf(location: { search: string }): SearchTab {
  return tabNamed(new URLSearchParams(location.search).get('tab'))
}

/** The search page's address for a word. */
export function searchPath(word: string, tab: SearchTab = tabNamed(null)): string {
  return `${paths.search}?tab=${encodeURIComponent(tab)}&word=${encodeURIComponent(word)}`
}

/** The searched word on the search page; empty elsewhere. */
export function wordOf(location: { pathname: string; search: string }): string {
  if (location.pathname !== paths.search) return ''
  return new URLSearchParams(location.search).get('word')?.trim() ?? ''
}
