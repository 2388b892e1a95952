import { VisuallyHidden } from '@mantine/core'
import type { Fixes } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { useMemo, useRef, useState } from 'react'
import { type ChangeTarget, changeOf, isChange } from '#web/features/comments/outbox/comment-changes'
import { FixActions } from '#web/features/room/carry/fix-actions'
import type { FixCommand } from '#web/features/room/carry/fix-keys'
import { nextOpen, queueOf, stepIn } from '#web/features/room/carry/fix-queue'
import { FixShortcuts } from '#web/features/room/carry/fix-shortcuts'
import { FixSummary } from '#web/features/room/carry/fix-summary'
import { FixView } from '#web/features/room/carry/fix-view'
import { useFixKeys } from '#web/features/room/carry/use-fix-keys'
import { useOthersChecking } from '#web/features/room/carry/use-others-checking'
import { useSwipe } from '#web/features/room/carry/use-swipe'
import type { OtherChecking } from '#web/features/room/state/others'
import { useRoom } from '#web/features/room/state/room-context'
import { useEnqueue } from '#web/features/room/state/use-enqueue'
import { useSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './carry.module.css'

type Props = { file: File; fixes: Fixes; comments: readonly Comment[]; onClose: () => void }

/** One comment at a time, as it was and as it is now: a key decides. */
export function ConfirmFixes({ file, fixes, comments, onClose }: Props) {
  const isPhone = useIsPhone()
  useFocusBack()
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Confirm fixes"
      size={920}
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.dialog }}
    >
      <Queue file={file} fixes={fixes} comments={comments} onClose={onClose} />
    </Dialog>
  )
}

function Queue({ file, fixes, comments, onClose }: Props) {
  const { outbox, others } = useRoom()
  const { enqueue } = useEnqueue()
  const items = useStore(outbox.store, (state) => state)
  const signedIn = useSession().token !== null
  // The order stays while people decide; a comment that comes later is last.
  const [first] = useState(() => fixes.fixes.map(({ _id }) => _id))
  const queue = useMemo(() => {
    const known = new Set(first)
    const later = fixes.fixes.flatMap(({ _id }) => (known.has(_id) ? [] : _id))
    return queueOf([...first, ...later], fixes.fixes, comments, items)
  }, [first, fixes, comments, items])
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  // Those who only look take nothing from each other.
  const decides = signedIn && fixes.fixes.some(({ can }) => can.decide)
  const takenOf = (checking: readonly OtherChecking[]): ReadonlySet<string> =>
    new Set(decides ? checking.map(({ comment }) => comment) : [])
  const [at, setAt] = useState<number | null>(() => nextOpen(queue, -1, takenOf(others.get().checking)))
  const [isBlinked, setBlinked] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const done = useRef<{ inverse: ChangeTarget; id: string }[]>([])
  const place = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const item = at === null ? undefined : queue[at]
  const mayDecide = signedIn && item?.fix.can.decide === true

  const { checking, isUnread } = useOthersChecking({
    id: mayDecide ? item.comment._id : null,
    onGiveWay: () => go(nextFree(queue, skipped)),
  })
  const taken = takenOf(checking)
  const nextFree = (of: typeof queue, left: ReadonlySet<string>) =>
    nextOpen(of, at ?? -1, new Set([...left, ...taken]))

  const go = (to: number | null) => {
    setAt(to)
    setBlinked(false)
    place.current?.focus({ preventScroll: true })
  }
  const decide = (result: 'ACCEPTED' | 'REOPENED') => {
    if (at === null || !item || !mayDecide || isUnread()) return
    const { comment, fix } = item
    const target = {
      kind: 'fix',
      file: comment.file,
      comment: comment._id,
      version: fix.version,
      result,
      seen: fix.checked?.decidedAt ?? null,
    } as const
    const inverse = changeOf(target).invert?.(comment, target)
    if (inverse && isChange(inverse)) done.current.push({ inverse, id: comment._id })
    enqueue(target)
    const after = queue.with(at, { ...item, result })
    go(nextFree(after, skipped))
  }
  const run = (command: FixCommand) => {
    if (command === 'accept') decide('ACCEPTED')
    if (command === 'notYet') decide('REOPENED')
    if (command === 'skip' && item && at !== null) {
      const next = new Set(skipped).add(item.comment._id)
      setSkipped(next)
      go(nextFree(queue, next))
    }
    if (command === 'undo') {
      const last = done.current.pop()
      if (!last) return
      enqueue(last.inverse)
      go(queue.findIndex(({ comment }) => comment._id === last.id))
    }
    if (command === 'next') go(at === null ? null : stepIn(queue, at, 1, taken))
    if (command === 'previous') go(stepIn(queue, at ?? queue.length, -1, taken))
    if (command === 'blink') setBlinked(!isBlinked)
    if (command === 'help') setHelpOpen(!isHelpOpen)
  }
  useFixKeys(run)
  useSwipe(sheet, mayDecide, (side) => run(side === 'right' ? 'accept' : 'notYet'))

  return (
    <div ref={place} tabIndex={-1} data-autofocus className={classes.queue}>
      <VisuallyHidden role="status">
        {item ? `${(at ?? 0) + 1} of ${queue.length}` : 'The end of the queue'}
      </VisuallyHidden>
      {isHelpOpen && <FixShortcuts />}
      {item && at !== null ? (
        <>
          <div ref={sheet} className={classes.swiped}>
            <FixView
              key={item.comment._id}
              file={file}
              item={item}
              count={`${at + 1} of ${queue.length}`}
              isBlinked={isBlinked}
              onPlace={mayDecide ? onClose : null}
              other={checking.find(({ comment }) => comment === item.comment._id)?.name ?? null}
            />
          </div>
          <FixActions item={item} mayDecide={mayDecide} run={run} />
        </>
      ) : (
        <FixSummary {...{ file, queue, checking, run, onClose }} version={fixes.version} />
      )}
    </div>
  )
}
