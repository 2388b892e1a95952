import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TwoVersions } from '#web/features/comments/cards/two-versions'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { TaskInput, TaskItem, TextInput } from '#web/features/workspaces/task/changes/task-changes'
import { taskQuery } from '#web/features/workspaces/task/task-queries'
import { nameOf } from '#web/features/workspaces/task-lists'

type Props = { outbox: Outbox<TaskInput>; item: TaskItem; words: TextInput }

/** Text that arrived after someone else's: both show, and the user takes one. */
export function StaleWords({ outbox, item, words }: Props) {
  const { data: theirs } = useQuery(taskQuery(words.task))
  const { key, author, writer } = item
  const { field, text } = words
  const keepMine = () => {
    if (!theirs) return
    outbox.discard(key)
    const target = { ...words, base: theirs[field], version: theirs.version }
    outbox.send({ target, message: text, files: [], mentioned: [], author, writer })
  }
  return (
    <TwoVersions
      title={`Someone else has changed the ${field} of ${nameOf(words)}`}
      now={theirs ? theirs[field] : null}
      mine={text}
    >
      <Button size="xs" variant="default" disabled={!theirs} onClick={keepMine}>
        Keep mine
      </Button>
      <Button size="xs" variant="default" onClick={() => outbox.discard(key)}>
        Use theirs
      </Button>
    </TwoVersions>
  )
}
