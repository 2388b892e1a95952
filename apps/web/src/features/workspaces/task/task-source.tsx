import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import type { Task, TaskComment } from '@wingmark/contract/tasks'
import { Link } from 'react-router'
import { Attachments } from '#web/features/comments/cards/attachments'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { MessageText } from '#web/features/comments/cards/message-text'
import { commentQuery } from '#web/features/comments/queries'
import { useConnectTask } from '#web/features/workspaces/links/queries'
import { HiddenSource } from '#web/features/workspaces/task/hidden-source'
import { TaskCrop } from '#web/features/workspaces/task/task-crop'
import { useCommentLive } from '#web/features/workspaces/task/use-comment-live'
import { ApiError } from '#web/lib/api-error'
import { commentPath } from '#web/lib/paths'
import classes from './task-source.module.css'

/** A task's origin: a part of the design, and the review's comment. */
export function TaskSource({ task }: { task: Task }) {
  const { source } = task
  if (!source) return null
  if ('hidden' in source) return <HiddenSource task={task} source={source} />
  const where =
    source.number === null ? source.fileName : `Comment ${source.number} on ${isolated(source.fileName)}`
  return (
    <section aria-label="From the review" className={classes.root}>
      <div className={classes.place}>
        <Link
          to={commentPath(source.review, source.comment)}
          className={classes.picture}
          aria-label={`${where}: open in review`}
        >
          <TaskCrop key={source.cropUrl} source={source} />
        </Link>
        <div className={classes.about}>
          <p className={classes.where}>
            {where}
            <span className={classes.review}>{source.reviewName}</span>
          </p>
          <Button
            component={Link}
            to={commentPath(source.review, source.comment)}
            variant="default"
            size="xs"
            className={classes.open}
          >
            Open in review
          </Button>
          {!source.connected && <Disconnected task={task} source={source} />}
        </div>
      </div>
      <Conversation source={source} />
    </section>
  )
}

function Disconnected({ task, source }: { task: Task; source: TaskComment }) {
  const connect = useConnectTask()
  return (
    <p className={classes.apart}>
      No longer connected
      {source.can.connect && (
        <Button
          size="compact-xs"
          variant="default"
          loading={connect.isPending}
          title="The task resolves the comment again, in your name"
          onClick={() => connect.mutate(task)}
        >
          Reconnect
        </Button>
      )}
    </p>
  )
}

/** The thread continues both here and in the review. */
function Conversation({ source: { review, comment: id } }: { source: TaskComment }) {
  const { data: comment, error } = useQuery(commentQuery(review, id))
  useCommentLive(review, id)
  // The query keeps the last answer; people who lost access must not see it.
  const isHidden = error instanceof ApiError && [403, 404, 410].includes(error.status)
  if (isHidden) return null
  // As high as a comment without replies: the fields below keep their place.
  if (!comment) return error ? null : <div className={classes.coming} />
  const more = comment.replyCount - comment.replies.length
  return (
    <ol aria-label="Comment and replies" className={classes.said}>
      {[comment, ...comment.replies].map((one) => (
        <li key={one._id} className={classes.words}>
          <AuthorLine author={one.author} at={one.createdAt} isEdited={one.editedAt !== undefined} />
          <MessageText text={one.message} isCut={one.isCut} mentions={one.mentionNames} />
          <Attachments files={one.files} />
        </li>
      ))}
      {more > 0 && <li className={classes.hidden}>{more} more in the review</li>}
    </ol>
  )
}
