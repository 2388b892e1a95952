import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useCopy } from '#web/ui/use-copy'
import classes from './links.module.css'

/** The address; struck through while it opens nothing. */
export function LinkRow({ url, isOn }: { url: string; isOn: boolean }) {
  const { copied, copy } = useCopy()
  const [failed, setFailed] = useState(false)
  return (
    <div className={classes.link}>
      <TextInput
        className={classes.url}
        label="Link"
        readOnly
        value={url}
        data-off={!isOn || undefined}
        leftSection={<IconLink size={16} aria-hidden />}
        error={failed ? 'Copying isn’t allowed here. Select the link and copy it.' : null}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        data-autofocus
        className={classes.copy}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={async () => setFailed(!(await copy(url)))}
      >
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
    </div>
  )
}
