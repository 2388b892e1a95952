import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import type { File as ReviewFile } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import { type Replacing, useReplacing } from '#web/features/room/files/use-replacing'
import { acceptAttribute } from '#web/lib/choose-files'
import { formatCount } from '#web/lib/format'
import { StorageLink } from '#web/lib/storage-full'
import { toastSuccess } from '#web/lib/toast'
import { Dialog } from '#web/ui/dialog'

type Props = { file: ReviewFile; reviewId: string; onClose: () => void }

/** Warns first: the old file cannot be restored. */
export function ReplaceFileDialog({ file, reviewId, onClose }: Props) {
  const done = () => {
    toastSuccess(`${isolated(file.name)} replaced`)
    onClose()
  }
  const { replacing, choose, goOn, stop } = useReplacing(reviewId, file._id, done)
  const close = () => {
    stop()
    onClose()
  }
  const comments =
    file.commentCount > 0
      ? `${formatCount(file.commentCount, 'comment')} ${file.commentCount === 1 ? 'keeps its number and place' : 'keep their numbers and places'}. `
      : ''
  return (
    <Dialog opened onClose={close} title={`Replace ${isolated(file.name)}`} returnFocus={false}>
      <Text>{comments}The new file takes its place for everyone; the old one is deleted.</Text>
      <Outcome replacing={replacing} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        {replacing.at === 'asking' ? (
          <Button data-autofocus onClick={() => goOn(replacing.file)}>
            Continue
          </Button>
        ) : (
          <>
            {replacing.at === 'refused' && replacing.file && (
              <Button variant="default" onClick={() => replacing.file && goOn(replacing.file)}>
                Try again
              </Button>
            )}
            <FileButton
              accept={acceptAttribute('REVIEW')}
              onChange={(chosen) => chosen && void choose(chosen)}
            >
              {(props) => (
                <Button {...props} data-autofocus loading={replacing.at === 'sending'}>
                  Choose file
                </Button>
              )}
            </FileButton>
          </>
        )}
      </Group>
    </Dialog>
  )
}

function Outcome({ replacing }: { replacing: Replacing }) {
  if (replacing.at === 'sending')
    return (
      <>
        <Progress mt="md" value={replacing.percent} aria-label={`Uploading ${replacing.file.name}`} />
        <Text mt="xs" size="sm" role="status">
          {replacing.isLineLost && 'You’re offline. The upload resumes automatically once you’re back.'}
        </Text>
      </>
    )
  if (replacing.at === 'asking')
    return (
      <Text mt="md" role="status">
        {replacing.sentence}
      </Text>
    )
  if (replacing.at === 'refused')
    return (
      <Text mt="md" c="var(--mantine-color-error)" role="alert">
        {replacing.sentence} {replacing.isFull && <StorageLink />}
      </Text>
    )
  return null
}
