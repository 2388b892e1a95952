import { VisuallyHidden } from '@mantine/core'
import { Face } from './face.tsx'
import classes from './face-row.module.css'

type Props = {
  members: readonly { _id: string; name: string; avatar: string | null }[]
  memberCount: number
  size?: number
  /** The ids of those who are looking; they have a dot. */
  here?: ReadonlySet<string> | undefined
}

const shown = 5

/** Faces of the first few people, and how many more there are. */
export function FaceRow({ members, memberCount, size = 26, here }: Props) {
  const faces = members.slice(0, shown)
  const rest = memberCount - faces.length
  return (
    <span className={classes.root} style={{ fontSize: size }}>
      {faces.map((member) => (
        <span
          key={member._id}
          className={classes.face}
          data-here={here?.has(member._id) || undefined}
          title={here?.has(member._id) ? `${member.name}, here now` : member.name}
        >
          <Face connectionId={member._id} name={member.name} src={member.avatar} size={size} />
        </span>
      ))}
      {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      <VisuallyHidden>{faces.map((member) => member.name).join(', ')}</VisuallyHidden>
    </span>
  )
}
