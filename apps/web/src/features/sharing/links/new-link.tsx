import { Button } from '@mantine/core'
import { useState } from 'react'
import { isKey } from '#web/lib/keys'
import classes from '../settings.module.css'
import type { LinkSettings } from './use-share-settings.ts'

/** Replaces the link; asks first, since the old one stops at once. */
export function NewLink({ settings }: { settings: LinkSettings }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept' | 'done'>('idle')
  const rotate = async () => {
    const problem = await settings.change({ rotate: true })
    setStep(problem === null ? 'done' : 'asking')
  }
  return (
    <div
      className={classes.row}
      role="group"
      aria-label="New link"
      data-warning={step === 'asking' || undefined}
      // Escape closes the question, not the whole dialog.
      data-mantine-stop-propagation={step === 'asking'}
      onKeyDown={(event) => step === 'asking' && isKey(event, 'Escape') && setStep('kept')}
    >
      <div className={classes.rowText}>
        <div className={classes.label}>New link</div>
        <p className={classes.hint} role="status">
          {step === 'asking'
            ? 'The old link stops working immediately for everyone who has it. Replace it?'
            : step === 'done'
              ? 'The old link has stopped working. Copy the new one above.'
              : 'Use this if the link reached the wrong people.'}
        </p>
      </div>
      <div className={classes.buttons}>
        {step === 'asking' ? (
          <>
            <Button size="xs" variant="default" autoFocus onClick={() => setStep('kept')}>
              Keep old link
            </Button>
            <Button size="xs" loading={settings.saving} onClick={() => void rotate()}>
              Replace link
            </Button>
          </>
        ) : (
          <Button size="xs" variant="default" autoFocus={step !== 'idle'} onClick={() => setStep('asking')}>
            New link
          </Button>
        )}
      </div>
    </div>
  )
}
