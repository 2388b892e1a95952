import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { messageMax } from '@wingmark/contract/limits'
import type { TimelineItem } from '@wingmark/contract/timelines'
import type { Workspace } from '@wingmark/contract/workspaces'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { EditWords } from '#web/features/comments/cards/edit-words'
import { MessageText } from '#web/features/comments/cards/message-text'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { type Gathered, gathered, sentenceOf } from '#web/features/workspaces/activities/activity-words'
import { useEditMessage } from '#web/features/workspaces/activities/timeline-queries'
import { paths, taskPath } from '#web/lib/paths'
import { Face } from '#web/ui/face'
import classes from './timeline.module.css'

type Props = {
  line: Gathered
  workspace: Workspace
  withTask: boolean
  isLinked: boolean
  onDelete: (item: TimelineItem) => void
}

/** An activity or a message. */
export function TimelineLine({ line: { item, others }, workspace, withTask, isLinked, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false)
  const isMessage = item.kind === 'MESSAGE'
  const several = others.length > 0 ? gathered(item, others.length + 1, workspace.members) : null
  return (
    <div
      id={item._id}
      className={classes.line}
      data-message={isMessage || undefined}
      data-linked={isLinked || undefined}
    >
      {others.map(({ _id }) => (
        <span key={_id} id={_id} hidden />
      ))}
      <Face
        connectionId={item.actor._id}
        name={item.actor.name}
        src={item.actor.avatar}
        size={isMessage ? 26 : 20}
      />
      <div className={classes.words}>
        <p className={classes.head}>
          <strong>
            <bdi>{item.actor.name}</bdi>
          </strong>{' '}
          {!isMessage && (several ?? sentenceOf(item, workspace.members))}
          {several && <Tasks items={[item, ...others]} />}
          {withTask && !several && item.task && (
            <>
              {isMessage ? 'on ' : ' · '}
              <Link to={taskPath(item.workspace, item.task._id)} className={classes.task}>
                #{item.task.number} <bdi>{item.task.title}</bdi>
              </Link>
            </>
          )}
          <Link
            to={`${paths.workspaceActivities(item.workspace)}#${item._id}`}
            title="Link to this activity"
            className={classes.time}
          >
            <TimeAgo iso={item.createdAt} />
          </Link>
          {item.editedAt !== null && ' · edited'}
        </p>
        {isMessage && isEditing && <Editing item={item} onDone={() => setEditing(false)} />}
        {isMessage && !isEditing && (
          <MessageText text={item.message} mentions={item.mentions.map(({ name }) => name)} />
        )}
      </div>
      {!isEditing && <Actions item={item} onEdit={() => setEditing(true)} onDelete={onDelete} />}
    </div>
  )
}

/** Further ones are only counted. */
const tasksNamed = 8

/** The tasks of one line, oldest activity first. */
function Tasks({ items }: { items: readonly TimelineItem[] }) {
  const tasks = items.flatMap(({ task }) => task ?? []).toReversed()
  const more = tasks.length - tasksNamed
  return (
    <>
      {tasks.slice(0, tasksNamed).map((task, n) => (
        <Fragment key={task._id}>
          {n === 0 ? ': ' : ', '}
          <Link
            to={taskPath(items[0]?.workspace ?? '', task._id)}
            title={task.title}
            className={classes.task}
          >
            #{task.number}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

type ActionsProps = { item: TimelineItem; onEdit: () => void; onDelete: Props['onDelete'] }

function Actions({ item, onEdit, onDelete }: ActionsProps) {
  if (!item.can.edit && !item.can.delete) return null
  return (
    <div className={classes.actions}>
      {item.can.edit && (
        <ActionIcon size={26} title="Edit" aria-label="Edit comment" onClick={onEdit}>
          <IconPencil size={15} />
        </ActionIcon>
      )}
      {item.can.delete && (
        <ActionIcon size={26} title="Delete" aria-label="Delete comment" onClick={() => onDelete(item)}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </div>
  )
}

function Editing({ item, onDone }: { item: TimelineItem; onDone: () => void }) {
  const { mutate, isPending, error } = useEditMessage()
  return (
    <EditWords
      text={item.message}
      slot={`${item.workspace}.said.${item._id}`}
      max={messageMax}
      hasFiles={false}
      isSaving={isPending}
      error={error}
      onSave={(message, saved) => mutate({ item, message }, { onSuccess: saved })}
      onDone={onDone}
    />
  )
}
