import { useLocation, useNavigate } from 'react-router'
import { SearchBox } from '#web/features/search/components/search-box'
import { SearchResults } from '#web/features/search/components/search-results'
import { searchPath, tabOf, wordOf } from '#web/features/search/search-word'
import { Page } from '#web/ui/page'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './search-page.module.css'

export function SearchPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const word = wordOf(location)
  const [page, setPage] = usePageNumber()
  const goTo = (next: number) => {
    setPage(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <Page title={word ? `Results for “${word}”` : 'Search'} name={word ? `Search · ${word}` : 'Search'}>
      <div className={classes.box}>
        <SearchBox />
      </div>
      <SearchResults
        tab={tabOf(location)}
        word={word}
        page={page}
        onTab={(tab) => void navigate(searchPath(word, tab))}
        onPage={goTo}
      />
    </Page>
  )
}
