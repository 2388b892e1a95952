import { VisuallyHidden } from '@mantine/core'
import type { Workspace } from '@wingmark/contract/workspaces'
import { Face } from '#web/ui/face'
import classes from './face-row.module.css'

type Props = { members: Workspace['members']; memberCount: number; size?: number }

const shown = 5

export function FaceRow({ members, memberCount, size = 26 }: Props) {
  const faces = members.slice(0, shown)
  const rest = memberCount - faces.length
  return (
    <span className={classes.root}>
      {faces.map((member) => (
        <span key={member._id} className={classes.face} title={member.name}>
          <Face connectionId={member._id} name={member.name} src={member.avatar} size={size} />
        </span>
      ))}
      {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      <VisuallyHidden>{faces.map((member) => member.name).join(', ')}</VisuallyHidden>
    </span>
  )
}
