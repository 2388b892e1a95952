import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  type Draft,
  forgetOther,
  type OtherDraft,
  onOtherDrafts,
  otherDrafts,
  takeLeftDrafts,
} from '#web/features/comments/outbox/drafts'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import classes from './message-form.module.css'

type Props = {
  slot: string
  /** Returns whether the composer took it. */
  onTake: (draft: Draft) => boolean
}

/** Drafts of the same place in another tab, open or closed. */
export function OtherDrafts({ slot, onTake }: Props) {
  const [others, setOthers] = useState<readonly OtherDraft[]>([])
  const [asked, askAgain] = useState(0)
  useEffect(() => {
    let isHere = true
    const look = () => void otherDrafts(slot).then((found) => isHere && setOthers(found))
    void takeLeftDrafts(slot).then(look)
    const stop = onOtherDrafts(slot, look)
    window.addEventListener('focus', look)
    return () => {
      isHere = false
      stop()
      window.removeEventListener('focus', look)
    }
  }, [slot, asked])
  const forget = (other: OtherDraft) => {
    forgetOther(other)
    askAgain(asked + 1)
  }
  return others.map((other) => (
    <div key={other.key} role="status" className={classes.other}>
      {other.isOpen
        ? 'You have another draft here in a different tab. Both are saved:'
        : 'Draft from a closed tab:'}
      <q>{other.draft.text.trim() || other.draft.files.map(({ name }) => name).join(', ')}</q>
      {!other.isOpen && (
        <span className={classes.answers}>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              void forgetKept(other.draft.files)
              forget(other)
            }}
          >
            Discard
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onTake(other.draft) && forget(other)}>
            Add to draft
          </Button>
        </span>
      )}
    </div>
  ))
}
