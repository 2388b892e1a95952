import { Alert, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { missingWords, publishProblem } from '../publish-rules.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { FileCards } from './file-cards.tsx'
import { NameField } from './name-field.tsx'
import { PickFiles } from './pick-files.tsx'
import classes from './publish-dialog.module.css'
import { UploadNotices } from './upload-notices.tsx'
import { UploadPurpose } from './upload-purpose.tsx'
import { UploadSummary } from './upload-summary.tsx'

export function PublishForm() {
  const isNew = useUploads((session) => session.queue.reviewId === null)
  const problem = useUploads((session) => session.publishError)
  const attachError = useUploads((session) => session.queue.attachError)
  const publishing = useUploads((session) => session.publishing)
  const processing = useUploads((session) => session.processing)
  const missing = useUploads((session) => missingWords(publishProblem(session)))
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void uploads.publish()
      }}
    >
      <UploadPurpose />
      {isNew && <NameField />}
      <FileCards />
      <div className={classes.foot}>
        <UploadNotices />
        {problem && (
          <Alert color="pin" role="alert" title={problem.message}>
            {problem.detail}
          </Alert>
        )}
        {!problem && attachError && (
          <Alert color="pin" role="alert" title="The files couldn’t be added to the review.">
            <div className={classes.retry}>
              {attachError}
              <Button size="compact-sm" variant="default" onClick={() => uploads.send({ type: 'attachDue' })}>
                Retry
              </Button>
            </div>
          </Alert>
        )}
        {!isNew && (
          <p className={classes.hint}>Files are added to this review automatically once they are uploaded.</p>
        )}
        <UploadSummary />
        <div className={classes.actions}>
          <PickFiles variant="default" loading={processing} leftSection={<IconPlus size={16} aria-hidden />}>
            Add files
          </PickFiles>
          <span className={classes.publish}>
            {missing && (
              <span id="publish-missing" className={classes.missing}>
                {missing}
              </span>
            )}
            {/* When pressed, it shows what is missing at its field. */}
            <Button
              type="submit"
              disabled={publishing}
              aria-disabled={missing !== null || undefined}
              data-disabled={missing !== null || undefined}
              aria-describedby={missing ? 'publish-missing' : undefined}
            >
              {publishing ? 'Publishing...' : 'Publish'}
            </Button>
          </span>
        </div>
      </div>
    </form>
  )
}
