import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { isolated } from '@wingmark/contract/names'
import type { Review } from '@wingmark/contract/reviews'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { offerUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import { forgetBytes } from '../device-files.ts'
import { filesOf, findReview, removeReview } from '../device-store.ts'

/** Actions for a review that only this device has. */
export function DeviceMenu({ review }: { review: Review }) {
  const remove = () => {
    const kept = findReview(review._id)
    if (!kept) return
    const refs = filesOf(kept)
    const putBack = removeReview(kept)
    // The focused button went with its card.
    focusHeading()
    offerUndo(`“${isolated(kept.name)}” deleted from this device`, putBack, () => void forgetBytes(refs))
  }
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${review.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.deviceReview(review._id)}
          leftSection={<IconExternalLink size={16} />}
        >
          Open
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={remove}>
          Delete from this device
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
