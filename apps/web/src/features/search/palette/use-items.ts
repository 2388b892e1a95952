import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type SearchHit, type SearchTab, searchTabs } from '@wingmark/contract/search'
import { findWords, soughtWords } from '@wingmark/contract/search-words'
import { useNavigate } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { pages } from '#web/features/search/palette/pages'
import { useActions } from '#web/features/search/palette/use-actions'
import { searchQuery } from '#web/features/search/queries'
import { rememberWord, useRecentWords } from '#web/features/search/recent-words'
import { searchPath, tabNames } from '#web/features/search/search-word'
import { workspacesQuery } from '#web/features/workspaces/queries'
import { useSources } from '#web/lib/palette'
import { paths } from '#web/lib/paths'

export type Item = {
  id: string
  kind: SearchTab | 'page' | 'do' | 'word' | 'workspace'
  name: string
  details?: string
  /** Words that find it, too. */
  also?: string
  run: () => void
  /** Put into the field instead: the choice goes on there. */
  asks?: string
}
export type ItemGroup = { name: string; items: Item[] }

const asked = { delayMs: 120, limit: 4 }
const shownBeforeAWord = 4

/** Whether each word begins one of the name's words. */
const fits = (name: string, query: string) =>
  soughtWords(query).every((word) => findWords(name, word).length > 0)

/** Actions, pages and hits: loaded data answers at once, the server's search later. */
export function useItems(query: string, isOpen: boolean): { groups: ItemGroup[]; isSearching: boolean } {
  const navigate = useNavigate()
  const word = query.trim()
  const go = (path: string) => () => void navigate(path)
  const loaded = useLoaded(isOpen)
  const recent = useRecentWords()
  const sources = useSources()
  const { hits, isSearching } = useHits(word)

  const search = (wanted: string) => () => {
    rememberWord(wanted)
    void navigate(searchPath(wanted))
  }
  const actions = useActions(loaded)
  const doing = [...sources, { what: 'Actions', list: () => actions }].map(
    ({ what, list }): ItemGroup => ({
      name: what,
      items: list()
        .filter(({ isFound }) => !isFound || word !== '')
        .map(
          ({ name, run = () => {}, asks }): Item => ({
            id: `${what} ${name}`,
            kind: 'do',
            name,
            run,
            ...(asks && { asks }),
          }),
        ),
    }),
  )
  const going: Item[] = pages
    .filter((page) => !page.onlyPilots || loaded.isPilot)
    .map(({ name, path }) => ({ id: path, kind: 'page', name, also: 'Go to', run: go(path) }))
  const things: ItemGroup[] = [
    {
      name: 'Reviews',
      items: loaded.reviews.map(({ _id, name }) => thing('reviews', _id, name, go(paths.review(_id)))),
    },
    {
      name: 'Workspaces',
      items: loaded.workspaces.map(({ _id, name }) =>
        thing('workspace', _id, name, go(paths.workspace(_id))),
      ),
    },
  ]
  if (word === '') {
    const words = recent.map(
      (one): Item => ({ id: `word ${one}`, kind: 'word', name: one, run: search(one) }),
    )
    return {
      groups: filled([
        ...doing,
        { name: 'Recent searches', items: words },
        ...things.map((group) => ({ ...group, items: group.items.slice(0, shownBeforeAWord) })),
        { name: 'Go to', items: going },
      ]),
      isSearching: false,
    }
  }
  const fitting = ({ name, items }: ItemGroup) => ({
    name,
    items: items.filter(({ also = '', name: own }) => fits(`${also} ${own}`, word)),
  })
  const known = [{ name: 'Go to', items: going }, ...things, ...doing].map(fitting)
  const knownIds = new Set(known.flatMap(({ items }) => items.map(({ id }) => id)))
  const found = hits.map(([tab, some]) => ({
    name: tab === 'reviews' ? 'Reviews' : `${tabNames[tab]} found`,
    items: some
      .filter(({ _id }) => !knownIds.has(_id))
      .map((hit): Item => {
        const open = () => {
          rememberWord(word)
          void navigate(hit.path)
        }
        return {
          ...thing(tab, hit._id, hit.text && tab === 'comments' ? hit.text : hit.title, open),
          details: detailsOf(hit, tab),
        }
      }),
  }))
  const everything: Item = {
    ...{ id: 'everything', kind: 'word', name: `Search everything for “${word}”`, run: search(word) },
  }
  return { groups: filled([...known, ...found, { name: 'Search', items: [everything] }]), isSearching }
}

const thing = (kind: Item['kind'], id: string, name: string, run: () => void): Item => ({
  id,
  kind,
  name,
  run,
})

const detailsOf = (hit: SearchHit, tab: SearchTab) =>
  [tab === 'comments' ? hit.title : tab === 'messages' ? hit.text : '', hit.place].filter(Boolean).join(' · ')

/** Merges groups of the same name. */
function filled(groups: readonly ItemGroup[]): ItemGroup[] {
  const byName = new Map<string, Item[]>()
  for (const { name, items } of groups) byName.set(name, [...(byName.get(name) ?? []), ...items])
  return [...byName].flatMap(([name, items]) => (items.length > 0 ? [{ name, items }] : []))
}

function useLoaded(isOpen: boolean) {
  const profile = useQuery({ ...profileQuery, enabled: isOpen })
  const reviews = useQuery({ ...myReviewsQuery({ page: 1, limit: 12, sort: '-updatedAt' }), enabled: isOpen })
  const workspaces = useQuery({ ...workspacesQuery(1), enabled: isOpen })
  return {
    isPilot: Boolean(profile.data?.connectionProfile),
    reviews: reviews.data?.results ?? [],
    workspaces: workspaces.data?.results ?? [],
  }
}

/** First the counts of all tabs, then the hits of those that have any. */
function useHits(word: string): { hits: [SearchTab, SearchHit[]][]; isSearching: boolean } {
  const [settled] = useDebouncedValue(word, asked.delayMs)
  const first = useQuery(searchQuery({ tab: 'reviews', word: settled, limit: asked.limit }))
  const tabs = searchTabs.filter((tab) => settled !== '' && (first.data?.counts[tab] ?? 0) > 0)
  const others = useQueries({
    queries: tabs.map((tab) => searchQuery({ tab, word: settled, limit: asked.limit })),
  })
  const isCurrent = settled === word
  const hits = others.flatMap(({ data }): [SearchTab, SearchHit[]][] =>
    data ? [[data.tab, data.results]] : [],
  )
  const isSearching = word !== '' && (!isCurrent || first.isFetching || others.some((one) => one.isFetching))
  return { hits: isCurrent ? hits : [], isSearching }
}
