import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { MessageBox } from '@wingmark/contract/messages'
import { Link } from 'react-router'
import { conversationsOf } from '#web/features/messages/message-pages'
import { conversationsQuery } from '#web/features/messages/queries'
import { paths } from '#web/lib/paths'
import { PageMessage } from '#web/ui/page-message'

/** Null until known. */
export function useIsEmpty(box: MessageBox): boolean | null {
  const { data } = useInfiniteQuery(conversationsQuery(box))
  return data ? conversationsOf(data).length === 0 : null
}

/** Beside the list while no conversation is open; with an empty list, explains what to do. */
export function NothingOpen({ box, isEmpty }: { box: MessageBox; isEmpty: boolean }) {
  if (!isEmpty)
    return (
      <PageMessage
        order={2}
        picture={<IconMessageCircle />}
        title="No conversation selected"
        text="Select a conversation to read it here."
      />
    )
  if (box === 'REQUESTS')
    return (
      <PageMessage
        order={2}
        picture={<IconMessageCircle />}
        title="No requests"
        text="First messages from people you aren’t connected to wait here for your answer."
      />
    )
  return (
    <PageMessage
      order={2}
      picture={<IconMessageCircle />}
      title="Write to someone"
      text="Write to your connections and to the members of your reviews and workspaces. Others get your first message as a request. Click “Message” on someone’s card or page to start."
    >
      <Button component={Link} to={paths.connections} variant="default">
        Find people
      </Button>
    </PageMessage>
  )
}
