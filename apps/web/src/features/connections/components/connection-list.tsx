import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Connection } from '@wingmark/contract/connections'
import { useState } from 'react'
import { Link } from 'react-router'
import { PeopleGrid, PeopleGridLoading } from '#web/features/connections/components/people-grid'
import { PersonCard } from '#web/features/connections/components/person-card'
import { connectionsQuery } from '#web/features/connections/queries'
import { paths } from '#web/lib/paths'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

type Props = {
  status: Connection['status']
  direction?: Connection['direction']
  /** The address parameter of its page, where a screen has two lists. */
  pageName?: string
  empty: { title: string; text: string }
}

export function ConnectionList({ status, direction, pageName, empty }: Props) {
  const [page, setPage] = usePageNumber(pageName)
  const query = { page, status, ...(direction && { direction }) }
  const { data, error, refetch } = useQuery(connectionsQuery(query))
  const [accepted, setAccepted] = useState<readonly Accepted[]>([])
  if (!data && error) return <LoadError what="Your connections" onRetry={() => void refetch()} />
  if (!data) return <PeopleGridLoading />
  const people = withAccepted(data.results, accepted)
  if (people.length === 0)
    return direction ? (
      <Text c="dimmed">{empty.text}</Text>
    ) : (
      <PageMessage order={2} {...empty}>
        <Button component={Link} to={paths.connections} variant="default">
          Discover people
        </Button>
      </PageMessage>
    )
  return (
    <>
      <PeopleGrid>
        {people.map((one, index) => (
          <li key={one._id}>
            <PersonCard
              person={one.person}
              connection={one}
              note={one.status === 'PENDING' ? one.note : null}
              isAccepted={one.status === 'ACCEPTED' && status === 'PENDING'}
              onAccept={() => setAccepted([...accepted, { one, index }])}
            />
          </li>
        ))}
      </PeopleGrid>
      <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
    </>
  )
}

type Accepted = { one: Connection; index: number }

/** People just accepted stay in place among the requests while the list is open. */
function withAccepted(requests: readonly Connection[], accepted: readonly Accepted[]): readonly Connection[] {
  return accepted
    .filter(({ one }) => requests.every(({ _id }) => _id !== one._id))
    .reduce(
      (people, { one, index }) => people.toSpliced(index, 0, { ...one, status: 'ACCEPTED' }),
      [...requests],
    )
}
