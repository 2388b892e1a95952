import { Button, VisuallyHidden } from '@mantine/core'
import type { File } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import type { FixCommand } from '#web/features/room/carry/fix-keys'
import { groupsOf, type QueueItem, summaryOf } from '#web/features/room/carry/fix-queue'
import { firstWords } from '#web/features/room/state/first-words'
import type { OtherChecking } from '#web/features/room/state/others'
import { useRoom } from '#web/features/room/state/room-context'
import { commentPath } from '#web/lib/paths'
import { useCopy } from '#web/ui/use-copy'
import classes from './carry.module.css'

type Props = {
  file: File
  version: number
  queue: readonly QueueItem[]
  checking: readonly OtherChecking[]
  run: (command: FixCommand) => void
  onClose: () => void
}

/** At the end: what was decided, to copy and send. */
export function FixSummary({ file, version, queue, checking, run, onClose }: Props) {
  const { reviewId } = useRoom()
  const { copied, copy } = useCopy()
  const linkOf = (id: string) => new URL(commentPath(reviewId, id), window.location.origin).href
  return (
    <>
      <h3 className={classes.end}>That was the last one</h3>
      {groupsOf(queue).map(({ heading, items }) => (
        <section key={heading} className={classes.group}>
          <h4>
            {heading} ({items.length})
          </h4>
          <ul>
            {items.map(({ comment }) => (
              <li key={comment._id}>
                <strong>{comment.number}</strong> {firstWords(comment.message)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {queue.map(({ comment, result }) => {
        const other = result === null && checking.find((one) => one.comment === comment._id)
        return (
          other && (
            <p key={comment._id} className={classes.dim}>
              {isolated(other.name)} is checking comment {comment.number}
            </p>
          )
        )
      })}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" className={classes.second} onClick={() => run('undo')}>
          Undo <kbd>Z</kbd>
        </Button>
        <Button
          variant="default"
          className={classes.main}
          onClick={() => void copy(summaryOf(queue, { name: file.name, version, linkOf }))}
        >
          {copied ? 'Copied' : 'Copy summary'}
        </Button>
        <Button className={classes.main} onClick={onClose}>
          Close
        </Button>
      </div>
      <VisuallyHidden role="status">{copied ? 'Summary copied.' : ''}</VisuallyHidden>
    </>
  )
}
