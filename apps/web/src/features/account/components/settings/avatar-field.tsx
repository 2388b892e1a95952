import { Button, FileButton, Input, Text } from '@mantine/core'
import { acceptedTypes } from '@wingmark/contract/file-types'
import type { User } from '@wingmark/contract/users'
import { useState } from 'react'
import { useSetAvatar } from '#web/features/account/settings-queries'
import { ApiError, isOutOfRoom } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { StorageLink } from '#web/lib/storage-full'
import { toastSuccess } from '#web/lib/toast'
import { UploadError } from '#web/lib/upload-transport'
import { Face } from '#web/ui/face'
import classes from './settings.module.css'

const types = acceptedTypes('REVIEW').filter((type) => type.kind === 'IMAGE')
const accept = types.map((type) => type.mime).join(',')

function sentenceFor(error: Error): string | null {
  if (error instanceof UploadError) return error.message
  if (error instanceof ApiError && error.errors.avatar) return error.errors.avatar
  return messageForError(error)
}

const isFull = (error: Error) =>
  (error instanceof UploadError || error instanceof ApiError) && isOutOfRoom(error)

/** The user's picture; a new one is shown once it is stored. */
export function AvatarField({ user }: { user: User }) {
  const setAvatar = useSetAvatar()
  const [error, setError] = useState<Error | null>(null)
  const save = (file: File | null) => {
    setError(null)
    setAvatar.mutate(file, {
      onSuccess: () => toastSuccess(file ? 'Picture saved' : 'Picture removed'),
      onError: setError,
    })
  }
  return (
    <div className={classes.avatar}>
      <Face connectionId={user._id} name={user.name} src={user.avatar} size={72} />
      <div className={classes.words}>
        <div className={classes.avatarActions}>
          <FileButton accept={accept} onChange={(file) => file && save(file)}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={setAvatar.isPending}>
                {user.avatar ? 'Change picture' : 'Upload picture'}
              </Button>
            )}
          </FileButton>
          {user.avatar && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={setAvatar.isPending}
              onClick={() => save(null)}
            >
              Remove
            </Button>
          )}
        </div>
        {error ? (
          <Input.Error role="alert">
            {sentenceFor(error)}{' '}
            {isFull(error) && (
              <>
                <StorageLink />
                <Button
                  variant="subtle"
                  size="compact-xs"
                  ml="xs"
                  onClick={() => save(setAvatar.variables ?? null)}
                >
                  Try again
                </Button>
              </>
            )}
          </Input.Error>
        ) : (
          <Text c="dimmed" size="xs">
            JPEG, PNG, GIF, WebP or SVG. People see it beside your comments.
          </Text>
        )}
      </div>
    </div>
  )
}
