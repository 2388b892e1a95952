import { CloseButton } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { mayBeSummarised } from '#web/features/ai/host-words'
import { EndedWords } from '#web/features/comments/cards/ended-words'
import { MessageForm } from '#web/features/comments/composer/message-form'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import type { Presence } from '#web/features/room/live/use-live'
import { CommentList } from '#web/features/room/panel/comment-list'
import { Faces } from '#web/features/room/panel/faces'
import { FilterTabs } from '#web/features/room/panel/filter-tabs'
import { ListScope } from '#web/features/room/panel/list-scope'
import { ListSearch } from '#web/features/room/panel/list-search'
import { PickedBar } from '#web/features/room/panel/picked-bar'
import { sayComment } from '#web/features/room/panel/say-comment'
import { useMakeTask } from '#web/features/room/panel/use-make-task'
import { WaitingDrafts } from '#web/features/room/panel/waiting-drafts'
import { WritingLine } from '#web/features/room/panel/writing-line'
import { choiceOf } from '#web/features/room/state/choice'
import { useIsComposerThere, useWhyClosed } from '#web/features/room/state/closed-composers'
import { useCommand } from '#web/features/room/state/commands'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import {
  useCommentsOfList,
  useCurrentFile,
  useListedComments,
  useReviewData,
  useStackFile,
} from '#web/features/room/state/room-data'
import { nextOpen, stepComment } from '#web/features/room/state/steps'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './panel.module.css'

const MakeTask = lazily(
  () => import('#web/features/room/panel/make-task').then((dialog) => dialog.MakeTask),
  (late, { onClose }) => <LateDialog late={late} what="The task form" onClose={onClose} />,
)

const ChangesDialog = lazily(
  () => import('#web/features/room/panel/changes-dialog').then((dialog) => dialog.ChangesDialog),
  (late, { onClose }) => <LateDialog late={late} what="The change list" onClose={onClose} />,
)

/** All comments of the page, file or review; a sheet on phones. */
export function CommentsPanel({ presence }: { presence: Presence }) {
  const { store, outbox } = useRoom()
  const isSheetOpen = useRoomState((state) => state.isSheetOpen)
  const isChangeListOpen = useRoomState((state) => state.isChangeListOpen)
  const { comments, numbered, isPending, isError, refetch } = useCommentsOfList()
  const { listed, found } = useListedComments(comments)
  useSteps(listed)
  const making = useMakeTask(comments)
  const file = useCurrentFile()
  const { review, files } = useReviewData()
  return (
    <aside className={classes.panel} aria-label="Comments" data-sheet={isSheetOpen ? 'open' : 'closed'}>
      <header className={classes.head}>
        <h2 className={classes.title}>Comments</h2>
        <ListScope />
        <Faces presence={presence} />
        <CloseButton
          className={classes.close}
          aria-label="Close comments"
          onClick={() => store.dispatch({ do: 'sheet', isOpen: false })}
        />
      </header>
      {files.length > 0 && <FilterTabs comments={comments} />}
      {files.length > 0 && <ListSearch found={found} hasOpenOne={listed.length > found} />}
      <PickedBar listed={listed} />
      <div className={classes.ended}>
        <EndedWords outbox={outbox} />
      </div>
      <CommentList
        comments={comments}
        numbered={numbered}
        listed={listed}
        isLoading={isPending && file !== null}
        hasFailed={isError}
        onRetry={() => void refetch()}
      />
      {review.readByAi && <p className={classes.readByAi}>{mayBeSummarised(review.readByAi)}</p>}
      {review.can.comment && <WaitingDrafts comments={comments} />}
      {file && <WritingLine comment={null} fileId={file._id} />}
      {file && <GeneralForm key={`${file._id} ${file.version}`} file={file} />}
      {isChangeListOpen && (
        <Suspense>
          <ChangesDialog onClose={() => store.dispatch({ do: 'changes', isOpen: false })} />
        </Suspense>
      )}
      {making.length > 0 && (
        <Suspense>
          <MakeTask comments={making} onClose={() => store.dispatch({ do: 'make', comments: [] })} />
        </Suspense>
      )}
      {!review.can.comment && (
        <p className={classes.readOnly}>
          {review.role ? 'You’re here as a viewer.' : 'This link is for viewing only.'}
        </p>
      )}
    </aside>
  )
}

/** Steps through comments in the list's order. */
function useSteps(listed: readonly Comment[]): void {
  const { store, announce } = useRoom()
  const choose = (next: Comment) => {
    store.dispatch({ do: 'choose', comment: choiceOf(next), from: 'link' })
    announce(`${sayComment(next)} · ${listed.indexOf(next) + 1} of ${listed.length}`)
  }
  const go = (by: 1 | -1) => {
    const next = stepComment(listed, store.get().selected, by)
    if (!next) return announce('There are no comments in the list.')
    flushSync(() => choose(next))
    // Not its button: the space bar keeps moving the design.
    document.querySelector<HTMLElement>('li[data-selected="true"]')?.focus({ preventScroll: true })
  }
  useCommand('nextComment', () => go(1))
  useCommand('previousComment', () => go(-1))
  useCommand('nextOpen', () => {
    const { selected } = store.get()
    const next = nextOpen(listed, selected)
    if (next) choose(next)
    else store.dispatch({ do: 'unchoose' })
  })
}

function GeneralForm({ file: { _id: fileId, version } }: { file: File }) {
  const { reviewId, outbox, composer } = useRoom()
  const slot = draftSlots.general(reviewId, fileId, version)
  const closed = useWhyClosed()
  const stack = useStackFile()
  const on = version === stack?.version ? 'the whole file' : `version ${version} as a whole`
  if (!useIsComposerThere(slot, closed !== null)) return null
  return (
    <footer className={classes.foot}>
      <MessageForm
        place={composer}
        slot={slot}
        closed={closed}
        label={`Comment on ${on}`}
        placeholder={`Comment on ${on}…`}
        submit="Comment"
        onLeave={focusStage}
        onSend={(content) =>
          outbox.send({
            ...content,
            target: { kind: 'comment', file: fileId, type: 'GENERAL', marker: null, version },
          })
        }
      />
    </footer>
  )
}
