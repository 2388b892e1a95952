import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '@wingmark/contract/people'
import { useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import classes from '#web/features/connections/components/people.module.css'
import { SkillList } from '#web/features/connections/components/person-card'
import { PersonActions, PersonFace, PersonFacts } from '#web/features/connections/components/person-head'
import { PersonWork } from '#web/features/connections/components/person-work'
import { ReportByMail } from '#web/features/connections/components/report-by-mail'
import { personQuery, togetherQuery, useLiveConnections, workQuery } from '#web/features/connections/queries'
import { useReadAbout } from '#web/features/notifications/queries'
import { ReviewGrid } from '#web/features/reviews/components/review-grid'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

const headHeight = 120

export function PersonPage() {
  const { name = '' } = useParams()
  const { token } = useSession()
  const { data, error, refetch } = useQuery(personQuery(name))
  useLiveConnections()
  useReadAbout(data && !data.isSelf ? { subject: { kind: 'PERSON', _id: data._id } } : null)
  const status = error instanceof ApiError ? error.status : null
  if (!data && !token && status === 401) return <GoHome />
  // Also if they disappear while someone is looking.
  if (status === 404)
    return (
      <PageMessage isPage title="Profile not found" text="This page doesn’t exist, or you can’t view it." />
    )
  if (!data && error) return <LoadError what="This page" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={headHeight} />
  return (
    <Page
      title={data.name}
      picture={<PersonFace person={data} />}
      note={<PersonFacts person={data} />}
      actions={<PersonActions person={data} />}
    >
      <SkillList skills={data.skills} />
      <PageSection title="Work">
        <PersonWork userId={data._id} />
      </PageSection>
      <BelowWork person={data} />
    </Page>
  )
}

/** Comes with the work, whose height nobody knows before. */
function BelowWork({ person }: { person: Person }) {
  const { token } = useSession()
  const { isPending } = useQuery(workQuery(person._id))
  if (isPending) return null
  return (
    <>
      <PageSection title="Experience">
        <Text className={classes.experience}>{person.experience}</Text>
      </PageSection>
      {!token && <ReportByMail username={person.username} />}
      {token && !person.isSelf && <ReviewsTogether userId={person._id} />}
    </>
  )
}

/** Shared reviews; renders nothing without any. */
function ReviewsTogether({ userId }: { userId: string }) {
  const { data = [] } = useQuery(togetherQuery(userId))
  if (data.length === 0) return null
  return (
    <PageSection title="Reviews you share">
      <ReviewGrid reviews={data} heading="h3" />
    </PageSection>
  )
}

/** Like every protected page: remembers the path for after sign-in. */
function GoHome() {
  const { pathname } = useLocation()
  useEffect(() => rememberWantedPath(pathname), [pathname])
  return <Navigate to={paths.home} replace />
}
