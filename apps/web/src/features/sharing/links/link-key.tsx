import { Button, PasswordInput } from '@mantine/core'
import { accessKeyMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import classes from '../settings.module.css'
import { showWhole } from './show-whole.ts'
import type { LinkSettings } from './use-share-settings.ts'

/** Sets, changes or removes the access key; a saved key is never shown again. */
export function LinkKey({ settings }: { settings: LinkSettings }) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const isSet = settings.link.hasAccessKey === true

  const close = () => {
    setDraft(null)
    setError(null)
    setWasOpen(true)
  }
  const save = async (accessKey: string | null) => {
    const problem = await settings.change({ accessKey })
    setError(problem)
    if (problem === null) close()
  }
  if (draft !== null) {
    return (
      <form
        ref={showWhole}
        className={classes.keyForm}
        // Escape gives up the key, not the whole dialog.
        data-mantine-stop-propagation
        onKeyDown={(event) => event.key === 'Escape' && close()}
        onSubmit={(event) => {
          event.preventDefault()
          void save(draft)
        }}
      >
        <PasswordInput
          className={classes.grow}
          label={isSet ? 'New access key' : 'Access key'}
          description="At least 4 characters. It is not shown again: send it to them yourself."
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          maxLength={accessKeyMax}
          value={draft}
          error={error}
          onChange={(event) => {
            setDraft(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={settings.saving} disabled={draft.length < 4}>
            Save key
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.label}>Access key</div>
        <p className={classes.hint}>
          {isSet ? 'A key is set. The link opens only with it.' : 'No key. The link is enough.'}
        </p>
      </div>
      <div className={classes.buttons}>
        {isSet && (
          <Button size="xs" variant="default" disabled={settings.saving} onClick={() => void save(null)}>
            Remove key
          </Button>
        )}
        <Button size="xs" variant="default" autoFocus={wasOpen} onClick={() => setDraft('')}>
          {isSet ? 'Change key' : 'Set a key'}
        </Button>
      </div>
    </div>
  )
}
