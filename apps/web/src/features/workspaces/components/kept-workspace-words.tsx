import { useQueryClient } from '@tanstack/react-query'
import { type KeptText, KeptWords } from '#web/features/comments/cards/kept-words'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { useLeftDrafts } from '#web/features/comments/outbox/use-left-drafts'
import { timelineOutbox } from '#web/features/workspaces/activities/timeline-outbox'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { useStore } from '#web/lib/store'

type Props = {
  workspaceId: string
  /** Whether a text shows elsewhere on the page. */
  isShown?: (slot: string) => boolean
}

/** The user's text in a workspace that no longer opens, sent or not. */
export function KeptWorkspaceWords({ workspaceId, isShown }: Props) {
  const client = useQueryClient()
  const [tasks, timelines] = [taskOutbox(client, workspaceId), timelineOutbox(client, workspaceId)]
  const changed = useStore(tasks.store, (items) => items)
  const said = useStore(timelines.store, (items) => items)
  const drafts = useLeftDrafts(workspaceId).filter(({ slot }) => isShown?.(slot) ?? true)
  const texts: KeptText[] = [
    ...drafts.map(({ slot, draft, discard }) => ({ key: slot, text: draft.text.trim(), discard })),
    ...changed.map((item) => ({
      key: item.key,
      text: tasks.textOf(item),
      discard: () => tasks.discard(item.key),
    })),
    ...said.map(({ key, message, files }) => ({
      key,
      text: message,
      discard() {
        timelines.discard(key)
        void forgetKept(files)
      },
    })),
  ]
  return <KeptWords texts={texts.filter(({ text }) => text !== '')} />
}
