import { Box, Button, Checkbox, VisuallyHidden } from '@mantine/core'
import type { Finding } from '@wingmark/contract/checks'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { MessageForm } from '#web/features/comments/composer/message-form'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, keepDraft } from '#web/features/comments/outbox/drafts'
import { ruleNames, severityNames } from '#web/features/room/checks/rule-names'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useStore } from '#web/lib/store'
import { useFocusNeighbour } from '#web/ui/use-focus-neighbour'
import classes from './checks.module.css'

type Props = {
  finding: Finding
  hasPages: boolean
  isTicked: boolean
  /** The comment is written in the card, since it has no place on the design. */
  isWriting: boolean
  onTick: (finding: Finding, isTicked: boolean) => void
  onPublish: (finding: Finding) => void
  onDismiss: (finding: Finding) => void
  onRestore: (finding: Finding) => void
  onOwnWord: (word: string) => void
  onWritten: () => void
}

/** A finding and its actions. */
export const FindingCard = memo(function FindingCard({
  finding,
  hasPages,
  isTicked,
  isWriting,
  ...on
}: Props) {
  const { store } = useRoom()
  const { _id, rule, severity, says, words, swatches, state, page } = finding
  const isChosen = useRoomState(({ finding: chosen }) => chosen === _id)
  const isLit = useRoomState(({ litFinding }) => litFinding === _id)
  const card = useRef<HTMLLIElement>(null)
  const focus = useFocusNeighbour(card)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])

  const choose = () => store.dispatch({ do: 'finding', finding })
  const onClick = (event: MouseEvent) => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, label, textarea, input')
    if (!isControl) choose()
  }
  return (
    <li
      ref={card}
      className={classes.card}
      data-finding={_id}
      data-selected={isChosen}
      data-lit={isLit}
      {...focus}
      onClick={onClick}
      onMouseEnter={() => store.dispatch({ do: 'lightFinding', id: _id })}
      onMouseLeave={() => store.dispatch({ do: 'lightFinding', id: null })}
    >
      <button
        type="button"
        className={classes.choose}
        aria-pressed={isChosen}
        title="Show on design"
        onClick={choose}
      >
        <span className={classes.severity} data-severity={severity} title={severityNames[severity]}>
          <VisuallyHidden>{severityNames[severity]}: </VisuallyHidden>
        </span>
        <span className={classes.rule}>{ruleNames[rule]}</span>
        {hasPages && <span className={classes.page}>Page {page}</span>}
      </button>
      <p className={classes.says}>
        {swatches.length > 0 && (
          <span className={classes.swatches} aria-hidden>
            {swatches.map((color) => (
              <Box component="span" key={color} className={classes.swatch} bg={color} title={color} />
            ))}
          </span>
        )}
        {finding.maybe && 'Possibly: '}
        {says}
      </p>
      {words && <p className={classes.words}>{words}</p>}
      {isWriting ? (
        <WholeFileForm finding={finding} onWritten={on.onWritten} />
      ) : (
        <div className={classes.actions}>
          {state === 'OPEN' && <OpenActions finding={finding} isTicked={isTicked} {...on} />}
          {state === 'DISMISSED' && (
            <Button size="compact-sm" variant="default" onClick={() => on.onRestore(finding)}>
              Restore
            </Button>
          )}
          {state === 'PUBLISHED' && <Published finding={finding} />}
        </div>
      )}
    </li>
  )
})

type ActionsProps = Pick<Props, 'finding' | 'isTicked' | 'onTick' | 'onPublish' | 'onDismiss' | 'onOwnWord'>

function OpenActions({ finding, isTicked, onTick, onPublish, onDismiss, onOwnWord }: ActionsProps) {
  const { outbox } = useRoom()
  const underWay = useStore(outbox.store, (items) =>
    items.find(({ target }) => target.kind === 'comment' && target.finding === finding._id),
  )
  if (underWay) return <span className={classes.quiet}>{underWay.error ?? 'Its comment is on its way…'}</span>
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onPublish(finding)}>
        Publish…
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDismiss(finding)}>
        Dismiss
      </Button>
      {finding.word && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          title={`Accept “${finding.word}” in all reviews from now on`}
          onClick={() => onOwnWord(finding.word ?? '')}
        >
          Add to dictionary
        </Button>
      )}
      <Checkbox
        className={classes.tick}
        size="xs"
        aria-label={`Select: ${finding.says}`}
        title="Select several to publish or dismiss together"
        checked={isTicked}
        onChange={(event) => onTick(finding, event.currentTarget.checked)}
      />
    </>
  )
}

function Published({ finding: { comment, file, page } }: { finding: Finding }) {
  const { store } = useRoom()
  if (!comment) return <span className={classes.quiet}>Published</span>
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        store.dispatch({
          do: 'choose',
          comment: { _id: comment, file, page, isResolved: false },
          from: 'link',
        })
        focusStage()
      }}
    >
      Show comment
    </Button>
  )
}

/** A finding about the whole page becomes a comment on the whole file. */
function WholeFileForm({ finding, onWritten }: { finding: Finding; onWritten: () => void }) {
  const { reviewId, composer, outbox } = useRoom()
  const slot = draftSlots.finding(reviewId, finding._id)
  return (
    <MessageForm
      place={composer}
      slot={slot}
      label="Comment on the whole file"
      placeholder="What should change here?"
      submit="Comment"
      isFocused
      onSend={(content) => {
        const target = { kind: 'comment', file: finding.file, type: 'GENERAL', marker: null } as const
        outbox.send({ ...content, target: { ...target, finding: finding._id } })
        onWritten()
      }}
      onCancel={() => {
        keepDraft(slot, emptyDraft)
        onWritten()
      }}
    />
  )
}
