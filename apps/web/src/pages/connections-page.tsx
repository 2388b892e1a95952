import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { plans } from '@wingmark/contract/plans'
import { profileQuery } from '#web/features/account/queries'
import { ConnectionList } from '#web/features/connections/components/connection-list'
import { Discover } from '#web/features/connections/components/discover'
import { PeopleGridLoading } from '#web/features/connections/components/people-grid'
import { useLiveConnections } from '#web/features/connections/queries'
import { openPopup } from '#web/lib/popups'
import { Page, PageSection } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PageTabs, usePageTab } from '#web/ui/page-tabs'

const parts = [
  { tab: 'discover', name: 'Discover' },
  { tab: 'connected', name: 'Connected' },
  { tab: 'requests', name: 'Requests' },
] as const

export function ConnectionsPage() {
  const { data } = useQuery(profileQuery)
  const tab = usePageTab(parts)
  useLiveConnections()
  // Who has no profile must not ask for people.
  if (!data)
    return (
      <Page title="Connections">
        <PeopleGridLoading />
      </Page>
    )
  if (!data.connectionProfile)
    return (
      <Page title="Connections">
        <PageMessage
          order={2}
          picture={<IconUsers />}
          title="Be found, and find others"
          text="With a Connection Profile you discover people by their work and skills, and connect with them."
        >
          <Button onClick={() => openPopup('pilot-benefit')}>Build Connection Profile</Button>
        </PageMessage>
      </Page>
    )
  const most = plans[data.user.plan].connectionsMax
  return (
    <Page title="Connections" note={most ? `As a Pilot you can ask ${most} people to connect.` : undefined}>
      <PageTabs parts={parts} tab={tab} />
      {tab === 'discover' && <Discover />}
      {tab === 'connected' && (
        <ConnectionList
          status="ACCEPTED"
          empty={{
            title: 'No connections yet',
            text: 'Ask somebody to connect: you can then write to each other at any time, and mention each other in reviews.',
          }}
        />
      )}
      {tab === 'requests' && (
        <>
          <PageSection title="Received">
            <ConnectionList
              status="PENDING"
              direction="INCOMING"
              empty={{
                title: 'No requests',
                text: 'Nobody waits for your answer. Requests to connect are listed here until you accept or decline them.',
              }}
            />
          </PageSection>
          <PageSection title="Sent">
            <ConnectionList
              status="PENDING"
              direction="OUTGOING"
              pageName="sent"
              empty={{
                title: 'None sent',
                text: 'No request of yours waits for an answer. People you ask under Discover are listed here until they answer.',
              }}
            />
          </PageSection>
        </>
      )}
    </Page>
  )
}
