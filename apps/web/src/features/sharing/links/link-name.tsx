import { TextInput } from '@mantine/core'
import { linkNameMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import { useChangeLink } from '#web/features/sharing/queries'
import { isKey } from '#web/lib/keys'
import { fieldMessage } from './use-share-settings.ts'

/** Saves on blur or Enter; Escape reverts. */
export function LinkName({ name, reviewId, linkId }: { name: string; reviewId: string; linkId: string }) {
  const save = useChangeLink(reviewId, linkId)
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    if (draft === null || draft.trim() === name) return setDraft(null)
    save.mutate(
      { name: draft },
      { onSuccess: () => setDraft(null), onError: (failure) => setError(fieldMessage(failure)) },
    )
  }
  return (
    <TextInput
      label="Link name"
      autoComplete="off"
      maxLength={linkNameMax}
      value={draft ?? name}
      error={error}
      data-mantine-stop-propagation
      onBlur={submit}
      onKeyDown={(event) => {
        if (isKey(event, 'Enter')) submit()
        if (isKey(event, 'Escape')) setDraft(null)
      }}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        setError(null)
      }}
    />
  )
}
