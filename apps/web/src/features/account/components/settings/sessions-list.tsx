import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceName } from '#web/features/account/device-name'
import { sessionsQuery, useEndSession, useSignOutEverywhere } from '#web/features/account/settings-queries'
import { formatRelativeTime } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { leaveSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import classes from './settings.module.css'

const shownAtFirst = 5

/** Where the account is signed in, and how to sign out there. */
export function SessionsList() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [isWhole, setWhole] = useState(false)
  const end = useEndSession()
  const everywhere = useSignOutEverywhere()
  if (!data && error) return <LoadError what="Your sessions" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={104} />
  // The current one first.
  const all = data.toSorted((a, b) => Number(b.current) - Number(a.current))
  const shown = isWhole ? all : all.slice(0, shownAtFirst)
  return (
    <>
      <ul className={classes.rows}>
        {shown.map((session) => (
          <li key={session._id} className={classes.row}>
            <div className={classes.words}>
              <Text size="sm" fw={500}>
                {deviceName(session.device)}
              </Text>
              <Text size="xs" c="dimmed">
                Signed in {formatRelativeTime(session.createdAt)}
              </Text>
            </div>
            {session.current ? (
              <Badge variant="default" tt="none">
                This device
              </Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={`Sign out ${deviceName(session.device)}`}
                loading={end.isPending && end.variables === session._id}
                onClick={() => end.mutate(session._id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.end}>
        {shown.length < all.length && (
          <Button variant="subtle" color="gray" onClick={() => setWhole(true)}>
            Show all {all.length}
          </Button>
        )}
        <Button
          variant="default"
          loading={everywhere.isPending}
          onClick={() => everywhere.mutate(undefined, { onSuccess: () => leaveSession(paths.signIn) })}
        >
          Sign out everywhere
        </Button>
      </div>
    </>
  )
}
