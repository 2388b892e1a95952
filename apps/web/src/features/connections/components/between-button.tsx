import { Button, Group } from '@mantine/core'
import type { Connection } from '@wingmark/contract/connections'
import { useAnswer, useAsk, useEnd } from '#web/features/connections/queries'
import { toastSuccess } from '#web/lib/toast'
import { DoneMark } from '#web/ui/done-mark'

type Props = {
  person: { _id: string; name: string }
  connection: Pick<Connection, '_id' | 'status' | 'direction'> | null
  onAccept?: (() => void) | undefined
}

/** One button, labelled by the relation of the two. */
export function BetweenButton({ person, connection, onAccept }: Props) {
  const ask = useAsk()
  const answer = useAnswer(onAccept)
  const end = useEnd()
  if (!connection) {
    const send = () => ask.mutate({ id: person._id }, { onSuccess: () => toastSuccess('Request sent') })
    return (
      <Button
        variant="default"
        size="sm"
        onClick={send}
        loading={ask.isPending}
        aria-label={`Connect with ${person.name}`}
      >
        Connect
      </Button>
    )
  }
  if (connection.status === 'ACCEPTED')
    return (
      <Button
        variant="default"
        size="sm"
        disabled
        leftSection={answer.isSuccess ? <DoneMark size={20} /> : undefined}
      >
        Connected
      </Button>
    )
  if (connection.direction === 'OUTGOING')
    return (
      <Button
        variant="default"
        size="sm"
        onClick={() => end.mutate(connection._id)}
        loading={end.isPending}
        aria-label={`Withdraw request to ${person.name}`}
      >
        Withdraw
      </Button>
    )
  const reply = (response: 'ACCEPT' | 'DECLINE') => () => answer.mutate({ id: connection._id, response })
  return (
    <Group gap="xs">
      <Button
        size="sm"
        onClick={reply('ACCEPT')}
        loading={answer.isPending}
        aria-label={`Accept ${person.name}`}
      >
        Accept
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={reply('DECLINE')}
        disabled={answer.isPending}
        aria-label={`Decline ${person.name}`}
      >
        Decline
      </Button>
    </Group>
  )
}
