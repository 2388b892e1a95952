import { ActionIcon, Menu } from '@mantine/core'
import { modals } from '@mantine/modals'
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconDots,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconSend,
  IconShare,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { Review } from '@wingmark/contract/reviews'
import { Link } from 'react-router'
import { DeleteReviewDialog } from '#web/features/reviews/components/delete-review-dialog'
import { RenameReviewForm } from '#web/features/reviews/components/rename-review-form'
import { copyReviewLink } from '#web/features/reviews/copy-review-link'
import { useArchiveReview, useMuteReview } from '#web/features/reviews/queries'
import { requestFinals } from '#web/lib/finals-request'
import { paths } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { focusHeading } from '#web/ui/focus-heading'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import classes from './review-menu.module.css'

/** The menu of an archived review. */
export const ArchivedReviewMenu = ({ review }: { review: Review }) => (
  <ReviewMenu review={review} isArchived />
)

/** The caller's actions for a listed review. */
export function ReviewMenu({ review, isArchived = false }: { review: Review; isArchived?: boolean }) {
  const archive = useArchiveReview()
  const mute = useMuteReview()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon data-touch aria-label={`Actions for ${review.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.review(review._id)}
          leftSection={<IconExternalLink size={16} />}
        >
          Open
        </Menu.Item>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyReviewLink(review)}>
          Copy link
        </Menu.Item>
        {review.can.share && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => requestShare(review)}>
            Share…
          </Menu.Item>
        )}
        {review.role !== null && !review.can.share && (
          <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => requestShare(review)}>
            People…
          </Menu.Item>
        )}
        {review.can.edit && (
          <Menu.Item leftSection={<IconSend size={16} />} onClick={() => requestFinals(review)}>
            Send final files…
          </Menu.Item>
        )}
        {review.can.edit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openRename(review)}>
            Rename…
          </Menu.Item>
        )}
        {review.isMuted !== undefined && (
          <Menu.Item
            leftSection={review.isMuted ? <IconBell size={16} /> : <IconBellOff size={16} />}
            onClick={() => mute({ review, muted: !review.isMuted })}
          >
            {review.isMuted ? 'Unmute' : 'Mute'}
          </Menu.Item>
        )}
        {review.role !== null && (
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
            onClick={() => archive({ review, archived: !isArchived, onDone: keepFocus })}
          >
            {isArchived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
        )}
        {review.can.delete && (
          <>
            <Menu.Divider />
            <Menu.Item
              className={classes.danger}
              leftSection={<IconTrash size={16} />}
              onClick={() => openDelete(review)}
            >
              Delete…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The focused button is gone with its card. */
function keepFocus(): void {
  if (document.activeElement === document.body) focusHeading()
}

function openRename(review: Review): void {
  const opener = focusedOpener()
  const modalId = modals.open({
    title: 'Rename review',
    children: <RenameReviewForm review={review} onDone={() => modals.close(modalId)} />,
    returnFocus: false,
    onExitTransitionEnd: () => giveFocusBack(opener),
  })
}

function openDelete(review: Review): void {
  const opener = focusedOpener()
  const modalId = modals.open({
    title: 'Delete review?',
    children: <DeleteReviewDialog review={review} onDone={() => modals.close(modalId)} />,
    returnFocus: false,
    onExitTransitionEnd: () => giveFocusBack(opener),
  })
}
