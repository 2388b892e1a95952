import { Alert, Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { reviewNameMax } from '@wingmark/contract/limits'
import { publishProblem } from '../publish-rules.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { FileCards } from './file-cards.tsx'
import { PickFiles } from './pick-files.tsx'
import classes from './publish-dialog.module.css'
import { UploadLine } from './upload-line.tsx'
import { UploadNotices } from './upload-notices.tsx'

export function PublishForm() {
  const isNew = useUploads((session) => session.queue.reviewId === null)
  const name = useUploads((session) => session.name)
  const nameError = useUploads((session) => session.nameError)
  const problem = useUploads((session) => session.publishError)
  const attachError = useUploads((session) => session.queue.attachError)
  const publishing = useUploads((session) => session.publishing)
  const processing = useUploads((session) => session.processing)
  const blocked = useUploads((session) => publishProblem(session) !== null)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void uploads.publish()
      }}
    >
      {isNew && (
        <TextInput
          className={classes.name}
          label="Name your review"
          placeholder="e.g. Design or Presentation"
          data-autofocus
          size="md"
          maxLength={reviewNameMax}
          value={name}
          error={nameError}
          onChange={(event) => uploads.setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            // A form whose button is disabled does not submit on Enter, and would say nothing.
            if (event.key === 'Enter' && blocked) void uploads.publish()
          }}
        />
      )}
      <FileCards />
      <div className={classes.foot}>
        <UploadNotices />
        {problem && (
          <Alert color="pin" role="alert" title={problem.message}>
            {problem.detail}
          </Alert>
        )}
        {!problem && attachError && (
          <Alert color="pin" role="alert" title="The files could not be added to the review.">
            <div className={classes.retry}>
              {attachError}
              <Button size="compact-sm" variant="default" onClick={() => uploads.send({ type: 'attachDue' })}>
                Retry
              </Button>
            </div>
          </Alert>
        )}
        {!isNew && (
          <p className={classes.hint}>Files join this review by themselves once they are uploaded.</p>
        )}
        <UploadLine />
        <div className={classes.actions}>
          <PickFiles variant="default" loading={processing} leftSection={<IconPlus size={16} aria-hidden />}>
            Add files
          </PickFiles>
          <Button type="submit" disabled={blocked}>
            {publishing ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      </div>
    </form>
  )
}
