import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Starting } from '#web/features/room/round/use-starting'
import { useRoom } from '#web/features/room/state/room-context'
import { AddressesInput } from '#web/features/sharing/people/addresses-input'
import { membersQuery } from '#web/features/sharing/people/people-queries'
import { Face } from '#web/ui/face'
import classes from './start-dialog.module.css'

/** Members and others by address; without any, everyone decides who may comment. */
export function ReviewerFields({ form: { input, errors, change } }: { form: Starting }) {
  const { reviewId } = useRoom()
  const { data } = useQuery(membersQuery({ kind: 'REVIEW', _id: reviewId }))
  const members = data?.members.filter(({ isSelf }) => !isSelf) ?? []
  const toggle = (id: string, isOn: boolean) =>
    change({ members: isOn ? [...input.members, id] : input.members.filter((one) => one !== id) })
  const error =
    errors.reviewers ?? Object.entries(errors).find(([name]) => name.startsWith('reviewers.'))?.[1]
  return (
    <fieldset className={classes.group}>
      <legend>Reviewers</legend>
      <p className={classes.hint}>
        If you name no one, anyone who can comment here can decide, and so can people with a link that allows
        it.
      </p>
      {members.length > 0 && (
        <ul className={classes.people}>
          {members.map(({ _id, name, avatar }) => (
            <li key={_id}>
              <Checkbox
                checked={input.members.includes(_id)}
                onChange={(event) => toggle(_id, event.currentTarget.checked)}
                label={
                  <span className={classes.person}>
                    <Face connectionId={_id} name={name} src={avatar} size={22} />
                    {name}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <AddressesInput
        label={members.length > 0 ? 'Others, by email' : 'By email'}
        value={input.emails}
        error={error ?? null}
        onChange={(emails) => change({ emails })}
      />
    </fieldset>
  )
}
