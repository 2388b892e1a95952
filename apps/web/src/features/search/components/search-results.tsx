import { Anchor, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { searchCountedMax } from '@wingmark/contract/limits'
import { type SearchTab, searchTabs } from '@wingmark/contract/search'
import { Link } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { HitList, HitsLoading } from '#web/features/search/components/hit-list'
import { searchQuery } from '#web/features/search/queries'
import { searchPath, tabNames } from '#web/features/search/search-word'
import { paths } from '#web/lib/paths'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import classes from './search-results.module.css'

type Props = {
  tab: SearchTab
  word: string
  page: number
  onTab: (tab: SearchTab) => void
  onPage: (page: number) => void
}

export function SearchResults({ tab, word, page, onTab, onPage }: Props) {
  const { data, error, refetch } = useQuery(searchQuery({ tab, word, page }))
  const isOther = data !== undefined && data.tab !== tab
  return (
    <>
      <Tabs value={tab} onChange={(value) => onTab(searchTabs.find((one) => one === value) ?? tab)}>
        <Tabs.List className={classes.tabs} aria-label="What to search">
          {searchTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabNames[one]}{' '}
              {data && data.counts[one] > 0 && (
                <span className={classes.count}>{countOf(data.counts[one])}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel} aria-busy={isOther || undefined}>
          {word === '' && (
            <PageMessage
              order={2}
              title="What are you looking for?"
              text="Type a word, or just its beginning. Accents and capital letters don’t matter."
            />
          )}
          {error && !data && <LoadError what="The results" onRetry={() => void refetch()} />}
          {word !== '' && (!data || isOther) && !error && <HitsLoading />}
          {data && !isOther && data.total === 0 && (
            <NothingFound tab={tab} word={word} counts={data.counts} />
          )}
          {data && !isOther && data.total > 0 && (
            <>
              {data.total >= searchCountedMax && (
                <p className={classes.note}>
                  More than {searchCountedMax} found; add a word to narrow it down.
                </p>
              )}
              <HitList hits={data.results} tab={tab} word={word} />
              <PagesNav page={page} totalPages={data.totalPages} onChange={onPage} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const countOf = (count: number) => (count >= searchCountedMax ? `${searchCountedMax}+` : String(count))

function NothingFound({
  tab,
  word,
  counts,
}: {
  tab: SearchTab
  word: string
  counts: Record<SearchTab, number>
}) {
  const { data } = useQuery(profileQuery)
  const others = searchTabs.filter((one) => counts[one] > 0)
  if (tab === 'people' && data && !data.connectionProfile) {
    return (
      <PageMessage
        order={2}
        title="Find people with a profile"
        text="People with a Connection Profile can find others who have one."
      >
        <Anchor component={Link} to={paths.connections}>
          Build your Connection Profile
        </Anchor>
      </PageMessage>
    )
  }
  return (
    <PageMessage
      order={2}
      title="Nothing found"
      text={
        others.length > 0
          ? `Nothing here matches “${word}”, but there are other results:`
          : 'Try fewer words, or only the beginning of one. Search only finds what you can open.'
      }
    >
      {others.map((one) => (
        <Anchor key={one} component={Link} to={searchPath(word, one)}>
          {tabNames[one]} ({countOf(counts[one])})
        </Anchor>
      ))}
    </PageMessage>
  )
}
