import { Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import {
  NotificationFace,
  NotificationList,
  NotificationPicture,
} from '#web/features/notifications/components/notification-list'
import {
  type NotificationDay,
  type NotificationGroup,
  titleOfGroup,
} from '#web/features/notifications/notification-pages'
import { Panel } from '#web/ui/panel'
import classes from './notification-days.module.css'

/** A long list by day and review: each review is one expandable line. */
export function NotificationDays({ days }: { days: readonly NotificationDay[] }) {
  return days.map(({ day, groups }) => (
    <section key={day} className={classes.day}>
      <Title order={2} size="h4" className={classes.heading}>
        {day}
      </Title>
      <Panel>
        {groups.map((group) =>
          group.items.length === 1 ? (
            <NotificationList key={group.key} notifications={group.items} />
          ) : (
            <Group key={group.key} group={group} />
          ),
        )}
      </Panel>
    </section>
  ))
}

function Group({ group }: { group: NotificationGroup }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const latest = group.items.find(({ words }) => words !== '') ?? group.items[0]
  const unread = group.items.filter((one) => one.readAt === null).length
  return (
    <>
      <button
        type="button"
        className={classes.group}
        aria-expanded={isOpen}
        aria-controls={id}
        data-unread={unread > 0 || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {latest && <NotificationFace of={latest} />}
        <span className={classes.text}>
          <span className={classes.name}>{titleOfGroup(group)}</span>
          {latest?.words && !isOpen && (
            <span className={classes.said}>
              <bdi>{latest.createdBy.name}</bdi>: <bdi>{latest.words}</bdi>
            </span>
          )}
        </span>
        {!isOpen && latest && <NotificationPicture of={latest} />}
        {unread > 0 && <span className={classes.count}>{unread} unread</span>}
        <IconChevronDown size={16} className={classes.chevron} />
      </button>
      <div id={id} hidden={!isOpen} className={classes.items}>
        {isOpen && <NotificationList notifications={group.items} isGrouped />}
      </div>
    </>
  )
}
