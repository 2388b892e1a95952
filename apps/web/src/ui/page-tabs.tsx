import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'

type Part<Tab extends string> = { tab: Tab; name: string }
type Parts<Tab extends string> = readonly [Part<Tab>, ...Part<Tab>[]]

/** A page's open tab, from `?tab=`; the first has none. */
export function usePageTab<Tab extends string>(parts: Parts<Tab>): Tab {
  const [params] = useSearchParams()
  const wanted = params.get('tab')
  return (parts.find(({ tab }) => tab === wanted) ?? parts[0]).tab
}

export function PageTabs<Tab extends string>({ parts, tab }: { parts: Parts<Tab>; tab: Tab }) {
  const [, setParams] = useSearchParams()
  const open = (next: string | null) => setParams(next === null || next === parts[0].tab ? {} : { tab: next })
  return (
    <Tabs value={tab} onChange={open}>
      <Tabs.List>
        {parts.map(({ tab, name }) => (
          <Tabs.Tab key={tab} value={tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
