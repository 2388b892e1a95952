import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RuleKind } from '#web/features/room/round/start-input'
import type { Starting } from '#web/features/room/round/use-starting'
import { useRoom } from '#web/features/room/state/room-context'
import { membersQuery } from '#web/features/sharing/people/people-queries'
import classes from './start-dialog.module.css'

const rules: readonly { value: RuleKind; label: string }[] = [
  { value: 'AT_LEAST', label: 'Enough people approve' },
  { value: 'ALL', label: 'All reviewers approve' },
  { value: 'NAMED', label: 'Certain reviewers approve' },
]

/** When the round counts as approved. */
export function RuleFields({ form }: { form: Starting }) {
  const { input, errors, change, people } = form
  const offered =
    people > 0 ? rules : rules.filter(({ value }) => value === 'AT_LEAST' || value === input.rule)
  const error = errors.rule ?? Object.entries(errors).find(([name]) => name.startsWith('rule.'))?.[1]
  return (
    <div className={classes.rule}>
      <NativeSelect
        label="Approved when"
        value={input.rule}
        error={input.rule === 'AT_LEAST' ? null : error}
        data={[...offered]}
        onChange={(event) => {
          const found = rules.find(({ value }) => value === event.currentTarget.value)
          if (found) change({ rule: found.value })
        }}
      />
      {input.rule === 'AT_LEAST' && (
        <TextInput
          label="How many"
          inputMode="numeric"
          value={input.count}
          error={error}
          onChange={(event) => change({ count: event.currentTarget.value })}
        />
      )}
      {input.rule === 'NAMED' && <Needed form={form} />}
    </div>
  )
}

function Needed({ form: { input, emails, change } }: { form: Starting }) {
  const { reviewId } = useRoom()
  const { data } = useQuery(membersQuery({ kind: 'REVIEW', _id: reviewId }))
  const nameOf = (id: string) => data?.members.find(({ _id }) => _id === id)?.name ?? ''
  const asked = [
    ...input.members.map((key) => ({ key, label: nameOf(key) })),
    ...emails.map((key) => ({ key, label: key })),
  ]
  return (
    <fieldset className={classes.needed}>
      <legend>Whose approval is needed</legend>
      {asked.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          checked={input.needed.includes(key)}
          onChange={(event) =>
            change({
              needed: event.currentTarget.checked
                ? [...input.needed, key]
                : input.needed.filter((one) => one !== key),
            })
          }
        />
      ))}
    </fieldset>
  )
}
