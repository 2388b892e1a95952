import { Button, PasswordInput } from '@mantine/core'
import { accessKeyMax, accessKeyMin } from '@wingmark/contract/limits'
import { useState } from 'react'
import { isKey } from '#web/lib/keys'
import classes from '../settings.module.css'
import { showWhole } from './show-whole.ts'
import type { LinkSettings } from './use-share-settings.ts'

/** Reviews and transfers have different names for a link's secret. */
const names = {
  key: { label: 'Access key', inNew: 'New access key', short: 'key' },
  password: { label: 'Password', inNew: 'New password', short: 'password' },
}

type Props = { settings: LinkSettings; as?: keyof typeof names }

/** Sets, changes or removes the access key; a saved one is never shown again. */
export function LinkKey({ settings, as = 'key' }: Props) {
  const { label, inNew, short } = names[as]
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
        // Escape cancels the key, not the whole dialog.
        data-mantine-stop-propagation
        onKeyDown={(event) => isKey(event, 'Escape') && close()}
        onSubmit={(event) => {
          event.preventDefault()
          void save(draft)
        }}
      >
        <PasswordInput
          className={classes.grow}
          label={isSet ? inNew : label}
          description={`At least ${accessKeyMin} characters. It won’t be shown again, so send it to them yourself.`}
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': `Show ${short}` }}
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
          <Button type="submit" loading={settings.saving} disabled={draft.length < accessKeyMin}>
            Save {short}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.label}>{label}</div>
        <p className={classes.hint}>
          {isSet ? `A ${short} is set. The link only works with it.` : `No ${short}. The link is enough.`}
        </p>
      </div>
      <div className={classes.buttons}>
        {isSet && (
          <Button size="xs" variant="default" disabled={settings.saving} onClick={() => void save(null)}>
            Remove {short}
          </Button>
        )}
        <Button size="xs" variant="default" autoFocus={wasOpen} onClick={() => setDraft('')}>
          {isSet ? `Change ${short}` : `Set ${short}`}
        </Button>
      </div>
    </div>
  )
}
