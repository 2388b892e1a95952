import { CloseButton, Loader } from '@mantine/core'
import { IconPaperclip, IconRefresh } from '@tabler/icons-react'
import type { Attached } from '#web/features/room/composer/compose-state'
import classes from './message-form.module.css'

type Props = {
  attached: readonly Attached[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** What goes along with the text, each with its state. */
export function AttachedFiles({ attached, onRetry, onRemove }: Props) {
  if (attached.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Attached files">
      {attached.map(({ id, name, state, percent, error }) => (
        <li key={id} className={classes.file} data-state={state}>
          {state === 'uploading' ? (
            <Loader size={12} aria-label="Uploading" />
          ) : (
            <IconPaperclip size={13} aria-hidden />
          )}
          <span className={classes.fileName} title={error ?? name}>
            {error ?? name}
          </span>
          {state === 'uploading' && percent > 0 && <span className={classes.percent}>{percent}%</span>}
          {state === 'failed' && (
            <CloseButton
              size="xs"
              icon={<IconRefresh size={13} />}
              aria-label={`Upload ${name} again`}
              onClick={() => onRetry(id)}
            />
          )}
          <CloseButton size="xs" aria-label={`Remove ${name}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  )
}
