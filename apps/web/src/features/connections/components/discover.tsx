import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleGrid, PeopleGridLoading } from '#web/features/connections/components/people-grid'
import { PersonCard } from '#web/features/connections/components/person-card'
import { SkillsInput } from '#web/features/connections/components/skills-input'
import { discoverQuery } from '#web/features/connections/queries'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './people.module.css'

const pauseMs = 300

const nobodyYet = { title: 'No one else yet', text: 'People with a Connection Profile appear here.' }
const nobodyFound = { title: 'No one found', text: 'Try fewer words, or another skill.' }

export function Discover() {
  const [page, setPage] = usePageNumber()
  const [word, setWord] = useState('')
  const [skill, setSkill] = useState<string[]>([])
  const [search] = useDebouncedValue(word.trim(), pauseMs)
  const { data, error, refetch } = useQuery(discoverQuery({ page, search, skill }))
  const change = (set: () => void) => {
    set()
    if (page !== 1) setPage(1)
  }
  return (
    <>
      <search className={classes.filters}>
        <TextInput
          label="Name, work or place"
          value={word}
          onChange={({ currentTarget }) => change(() => setWord(currentTarget.value))}
        />
        <SkillsInput maxTags={10} value={skill} onChange={(next) => change(() => setSkill(next))} />
      </search>
      {!data && error && <LoadError what="People" onRetry={() => void refetch()} />}
      {!data && !error && <PeopleGridLoading />}
      {data?.total === 0 && (
        <PageMessage order={2} {...(search === '' && skill.length === 0 ? nobodyYet : nobodyFound)} />
      )}
      {data && data.total > 0 && (
        <>
          <PeopleGrid>
            {data.results.map((person) => (
              <li key={person._id}>
                <PersonCard
                  person={person}
                  connection={person.connection}
                  canConnect={person.can.connect}
                  work={person.work}
                />
              </li>
            ))}
          </PeopleGrid>
          <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
        </>
      )}
    </>
  )
}
