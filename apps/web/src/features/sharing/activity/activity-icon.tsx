import {
  IconCircleCheck,
  IconCornerDownRight,
  IconCrown,
  IconDownload,
  IconEye,
  IconLink,
  IconLock,
  IconMail,
  IconMessageCircle,
  IconPencil,
  IconSparkles,
  IconUser,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ActivityAction } from '@wingmark/contract/activity'

const icons: Record<ActivityAction, typeof IconEye> = {
  OPENED: IconEye,
  DOWNLOADED: IconDownload,
  JOINED: IconUserPlus,
  LEFT: IconUserMinus,
  REMOVED: IconUserMinus,
  ROLE_CHANGED: IconUser,
  HANDED_OVER: IconCrown,
  INVITED: IconMail,
  INVITATION_REVOKED: IconMail,
  INVITATION_DECLINED: IconMail,
  VISIBILITY_CHANGED: IconLock,
  LINK_ADDED: IconLink,
  LINK_CHANGED: IconLink,
  LINK_ROTATED: IconLink,
  LINK_REMOVED: IconLink,
  CHANGED: IconPencil,
  REMINDED: IconMail,
  ASKED: IconMail,
  AI_ALLOWED: IconSparkles,
  AI_FORBIDDEN: IconSparkles,
  SUMMARISED: IconSparkles,
  CHANGES_LISTED: IconSparkles,
  ROUND_OPENED: IconCircleCheck,
  ROUND_CHANGED: IconCircleCheck,
  ROUND_CLOSED: IconCircleCheck,
  ROUND_REOPENED: IconCircleCheck,
  DECIDED: IconCircleCheck,
  COMMENTED: IconMessageCircle,
  REPLIED: IconCornerDownRight,
}

export function ActivityIcon({ action }: { action: ActivityAction }) {
  const Icon = icons[action]
  return <Icon size={16} stroke={1.75} />
}
