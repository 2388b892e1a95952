import { NativeSelect, Text } from '@mantine/core'
import type { SharedWork } from '@wingmark/contract/shared-work'
import { formatCount } from '#web/lib/format'
import classes from '../settings.module.css'
import { deleteIt, type WorkChoices } from './use-work-choices.ts'

type Props = { shared: readonly SharedWork[]; work: WorkChoices }

/** For each shared item: its new owner, or deletion for everybody. */
export function SharedWorkChoices({ shared, work }: Props) {
  if (shared.length === 0) return null
  return (
    <fieldset className={classes.shared}>
      <legend>
        <Text size="sm" fw={600}>
          Other people work in these. What should happen to each?
        </Text>
      </legend>
      {shared.map(({ subject: { kind, _id }, name, members }) => (
        <NativeSelect
          key={_id}
          label={name}
          description={`${kind === 'WORKSPACE' ? 'Workspace' : 'Review'} with ${formatCount(members.length, 'other')}`}
          value={work.chosen[_id] ?? ''}
          error={work.isMissing(_id) && 'Choose what should happen to it.'}
          onChange={({ currentTarget: { value } }) => work.set(_id, value)}
        >
          <option value="" disabled>
            Choose…
          </option>
          {members.map((member) => (
            <option key={member._id} value={member._id}>
              Transfer to {member.name}
            </option>
          ))}
          <option value={deleteIt}>Delete for everyone</option>
        </NativeSelect>
      ))}
      <Text size="sm">All their members are notified by email.</Text>
    </fieldset>
  )
}
