import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { StorageUse, UsedFile } from '@wingmark/contract/storage-use'
import { Link } from 'react-router'
import { useDeleteLater } from '#web/features/plans/use-delete-later'
import { formatCount, formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { Panel } from '#web/ui/panel'
import classes from './storage-use.module.css'

const uses: Record<UsedFile['use'], string> = {
  DESIGN: 'Design',
  ATTACHMENT: 'Attachment',
  TRANSFER: 'Transfer',
  UNUSED: 'Not used yet',
}

/** What uses the storage, and what is most worth deleting. */
export function StorageUseList({ use }: { use: StorageUse }) {
  const { hidden, removeFile, removeReview } = useDeleteLater()
  const { designs, attachments, transfers, unused } = use.bytes
  const sums = [
    ['Designs in reviews', designs],
    ['Attachments of comments and messages', attachments],
    ['Transfers', transfers],
    ['Uploaded, not used yet', unused],
  ] as const
  const reviews = use.reviews.filter((review) => !hidden.has(review._id))
  const files = use.files.filter(({ _id, review }) => !hidden.has(_id) && !(review && hidden.has(review._id)))
  return (
    <>
      <Panel isPadded>
        <dl className={classes.sums}>
          {sums.map(([what, bytes]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{formatStorage(bytes)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {reviews.length > 0 && (
        <Panel isPadded>
          <Text fw={600}>Largest reviews</Text>
          <ul className={classes.list}>
            {reviews.map((review) => (
              <li key={review._id}>
                <Link to={paths.review(review._id)} className={classes.name}>
                  {review.name}
                </Link>
                <span className={classes.quiet}>{formatCount(review.fileCount, 'file')}</span>
                <span className={classes.size}>{formatStorage(review.size)}</span>
                <ActionIcon
                  aria-label={`Delete ${review.name} with its comments`}
                  onClick={() => removeReview(review)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {files.length > 0 && (
        <Panel isPadded>
          <Text fw={600}>Largest files</Text>
          <ul className={classes.list}>
            {files.map((file) => (
              <li key={file._id}>
                <span className={classes.name}>{file.stack?.name ?? file.name}</span>
                <span className={classes.quiet}>{placeOf(file)}</span>
                <span className={classes.size}>{formatStorage(file.size)}</span>
                <ActionIcon aria-label={deletionOf(file)} onClick={() => removeFile(file)}>
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function placeOf({ review, stack, use }: UsedFile): string {
  const place = review ? review.name : uses[use]
  return stack ? `Version ${stack.version} · ${place}` : place
}

function deletionOf({ _id, name, stack }: UsedFile): string {
  if (!stack) return `Delete ${name}`
  if (stack.file === _id) return `Delete ${name} with all its versions`
  return `Delete version ${stack.version} of ${stack.name} with its comments`
}
