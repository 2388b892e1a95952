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
  // Without a profile, people must not be requested.
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
          title="Find others, and get found"
          text="With a Connection Profile you can discover people by their work and skills, and connect with them."
        >
          <Button onClick={() => openPopup('pilot-benefit')}>Build Connection Profile</Button>
        </PageMessage>
      </Page>
    )
  const most = plans[data.user.plan].connectionsMax
  return (
    <Page
      title="Connections"
      note={most ? `As a Pilot you can send ${most} connection requests.` : undefined}
    >
      <PageTabs parts={parts} tab={tab} />
      {tab === 'discover' && <Discover />}
      {tab === 'connected' && (
        <ConnectionList
          status="ACCEPTED"
          empty={{
            title: 'No connections yet',
            text: 'Connect with someone to message each other at any time and mention each other in reviews.',
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
                text: 'Connection requests appear here until you accept or decline them.',
              }}
            />
          </PageSection>
          <PageSection title="Sent">
            <ConnectionList
              status="PENDING"
              direction="OUTGOING"
              pageName="sent"
              empty={{
                title: 'No sent requests',
                text: 'People you ask under Discover appear here until they answer.',
              }}
            />
          </PageSection>
        </>
      )}
    </Page>
  )
}
