import { Anchor, TextInput } from '@mantine/core'
import { reviewNameMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import { DayInput } from '#web/ui/day-input'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './publish-dialog.module.css'

/** The review's name and, optionally, its due date. */
export function NameField() {
  const name = useUploads((session) => session.name)
  const isNamed = useUploads((session) => session.isNamed)
  const error = useUploads((session) => session.nameError)
  const until = useUploads((session) => session.commentsUntil)
  const [isDated, setDated] = useState(until !== '')
  return (
    <div className={`${classes.name} ${classes.nameRow}`}>
      <TextInput
        label="Name your review"
        placeholder="e.g. Design or Presentation"
        data-autofocus
        size="md"
        maxLength={reviewNameMax}
        value={name}
        error={error}
        onChange={(event) => uploads.setName(event.currentTarget.value)}
        // The first key replaces a proposed name.
        onFocus={(event) => !isNamed && event.currentTarget.select()}
      />
      {isDated ? (
        <DayInput
          size="md"
          label="Due"
          autoFocus={until === ''}
          value={until}
          onChange={(event) => uploads.setCommentsUntil(event.currentTarget.value)}
        />
      ) : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          c="dimmed"
          className={classes.dated}
          onClick={() => setDated(true)}
        >
          Set due date
        </Anchor>
      )}
    </div>
  )
}
