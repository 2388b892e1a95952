import { Button, TextInput } from '@mantine/core'
import { linkNameMax } from '@wingmark/contract/limits'
import type { ShareAccess } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { useCreateLink } from '#web/features/sharing/queries'
import { isKey } from '#web/lib/keys'
import classes from '../settings.module.css'
import { ShareAccessChoice } from './share-choices.tsx'
import { showWhole } from './show-whole.ts'
import { fieldMessage } from './use-share-settings.ts'

type Props = { reviewId: string; onDone: (made: string | null) => void }

/** Its key, expiry and downloads are set after creation. */
export function AddLink({ reviewId, onDone }: Props) {
  const create = useCreateLink(reviewId)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<ShareAccess>('COMMENT')
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    if (name.trim() === '') return setError('Please enter a name for the link')
    create.mutate(
      { name, access },
      { onSuccess: (made) => onDone(made._id), onError: (failure) => setError(fieldMessage(failure)) },
    )
  }
  return (
    <form
      ref={showWhole}
      className={classes.keyForm}
      // Escape cancels the link, not the whole dialog.
      data-mantine-stop-propagation
      onKeyDown={(event) => isKey(event, 'Escape') && onDone(null)}
      aria-label="New named link"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label="Link name"
        placeholder="Client"
        description="Only you see it."
        autoFocus
        autoComplete="off"
        maxLength={linkNameMax}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <ShareAccessChoice value={access} visibility="UNLISTED" onChange={setAccess} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Add link
        </Button>
      </div>
    </form>
  )
}
