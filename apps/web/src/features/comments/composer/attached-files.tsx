import { Button, CloseButton, Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { AttachedPicture } from '#web/features/comments/composer/attached-picture'
import type { Attached } from '#web/features/comments/composer/compose-state'
import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'
import { StorageLink } from '#web/lib/storage-full'
import classes from './message-form.module.css'

type Props = {
  attached: readonly Attached[]
  /** Files not uploaded yet, by id. */
  chosenFiles: ReadonlyMap<string, File>
  /** While sending. */
  isFixed: boolean
  onRetry: (one: Attached) => void
  onRemove: (id: string) => void
  onChoose: () => void
}

/** Attached files with their states; below them, those to choose again. */
export function AttachedFiles({ attached, chosenFiles, isFixed, onRetry, onRemove, onChoose }: Props) {
  if (attached.length === 0) return null
  const missing = attached.filter((one) => one.state === 'missing')
  return (
    <>
      <ul className={classes.files} aria-label="Attached files">
        {attached.map((one) => (
          <li key={one.id} className={classes.file} data-state={one.state}>
            <AttachedPicture one={one} chosenFiles={chosenFiles} />
            {one.state === 'uploading' && <Loader size={12} role="img" aria-label="Uploading" />}
            <span className={classes.fileText}>
              <span className={classes.fileName} title={one.name}>
                {one.name}
              </span>
              {one.error && (
                <span className={classes.fileError}>
                  {one.error} {one.isOutOfRoom && <StorageLink />}
                </span>
              )}
            </span>
            {one.state === 'uploading' && one.percent > 0 && (
              <span className={classes.percent}>{one.percent}%</span>
            )}
            {one.state === 'failed' && (
              <CloseButton
                size="xs"
                icon={<IconRefresh size={13} />}
                aria-label={`Upload ${one.name} again`}
                disabled={isFixed}
                onClick={() => onRetry(one)}
              />
            )}
            <CloseButton
              size="xs"
              aria-label={`Remove ${one.name}`}
              disabled={isFixed}
              onClick={() => onRemove(one.id)}
            />
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <div className={classes.question}>
          <p>
            {formatCount(missing.length, 'file')} didn’t finish uploading: <strong>{namesOf(missing)}</strong>
            . Choose {missing.length === 1 ? 'it' : 'them'} again to continue.
          </p>
          <div className={classes.answers}>
            <Button size="compact-sm" variant="default" onClick={onChoose}>
              Choose again
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
