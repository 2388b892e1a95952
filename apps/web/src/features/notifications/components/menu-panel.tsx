import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { NotificationList } from '#web/features/notifications/components/notification-list'
import {
  allOf,
  groupBySubject,
  type NotificationGroup,
  titleOfGroup,
} from '#web/features/notifications/notification-pages'
import { menuQuery, type NotificationsTab } from '#web/features/notifications/queries'
import classes from './notifications-menu.module.css'

/** A tab of the menu, with more on request. */
export function MenuPanel({ tab, onOpen }: { tab: NotificationsTab; onOpen: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    menuQuery(tab),
  )
  const notifications = allOf(data)
  if (!data && !error)
    return Array.from({ length: 3 }, (_, index) => (
      <Skeleton key={index} height={44} my="xs" mx="xs" width="auto" />
    ))
  if (!data)
    return (
      <div className={classes.empty}>
        <Text c="dimmed" size="sm">
          Notifications couldn’t be loaded.
        </Text>
        <Button variant="subtle" size="xs" mt="xs" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (notifications.length === 0)
    return (
      <Text c="dimmed" size="sm" className={classes.empty}>
        {tab === 'unread' ? 'Nothing unread' : 'No notifications yet'}
      </Text>
    )
  return (
    <>
      {groupBySubject(notifications).map((group) => (
        <MenuGroup key={group.key} group={group} onOpen={onOpen} />
      ))}
      {hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            fullWidth
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** Groups those of one review below its name; single ones name it themselves. */
function MenuGroup({ group, onOpen }: { group: NotificationGroup; onOpen: () => void }) {
  const isGrouped = group.items.length > 1
  const list = <NotificationList notifications={group.items} isGrouped={isGrouped} onOpen={onOpen} />
  if (!isGrouped) return list
  return (
    <section className={classes.group}>
      <Title order={3} className={classes.about}>
        {titleOfGroup(group)}
      </Title>
      {list}
    </section>
  )
}
