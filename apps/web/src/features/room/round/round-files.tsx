import { Checkbox } from '@mantine/core'
import type { Starting } from '#web/features/room/round/use-starting'
import { useReviewData } from '#web/features/room/state/room-data'
import classes from './start-dialog.module.css'

/** All files with those that are added later, or some. */
export function RoundFiles({ form: { input, errors, change } }: { form: Starting }) {
  const { files } = useReviewData()
  const some = input.files
  return (
    <fieldset className={classes.group}>
      <legend>Files</legend>
      <Checkbox
        label="All files, including ones added later"
        checked={some === null}
        onChange={(event) =>
          change({ files: event.currentTarget.checked ? null : files.map(({ _id }) => _id) })
        }
      />
      {some !== null && (
        <ul className={classes.people}>
          {files.map(({ _id, name }) => (
            <li key={_id}>
              <Checkbox
                label={name}
                checked={some.includes(_id)}
                onChange={(event) =>
                  change({
                    // In the order of the review.
                    files: files
                      .map((one) => one._id)
                      .filter((one) => (one === _id ? event.currentTarget.checked : some.includes(one))),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {errors.files && (
        <p role="alert" className={classes.problem}>
          {errors.files}
        </p>
      )}
    </fieldset>
  )
}
