import { Radio, SegmentedControl, Switch } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconLink, IconLock, IconWorld } from '@tabler/icons-react'
import type { ShareAccess, Visibility } from '@wingmark/contract/reviews'
import { useId } from 'react'
import rows from '../settings.module.css'
import choices from './choices.module.css'

const visibilities = [
  {
    value: 'PRIVATE',
    label: 'Private',
    text: 'Only members. No link opens it for anyone else.',
    Icon: IconLock,
  },
  { value: 'UNLISTED', label: 'Unlisted', text: 'Anyone with a link.', Icon: IconLink },
  {
    value: 'PUBLIC',
    label: 'Public',
    text: 'Everyone. It’s listed with the public reviews.',
    Icon: IconWorld,
  },
] as const satisfies readonly { value: Visibility; label: string; text: string; Icon: typeof IconLock }[]

export function VisibilityChoice({
  value,
  isPlainOpen,
  onChange,
}: {
  value: Visibility
  /** The address alone is enough. */
  isPlainOpen: boolean
  onChange: (value: Visibility) => void
}) {
  const id = useId()
  return (
    <Radio.Group
      label="Who can open it?"
      classNames={{ label: rows.label }}
      value={value}
      onChange={(chosen) => {
        const found = visibilities.find((visibility) => visibility.value === chosen)
        if (found) onChange(found.value)
      }}
    >
      <div className={choices.cards}>
        {visibilities.map(({ value: own, label, text, Icon }) => (
          <label
            key={own}
            htmlFor={`${id}${own}`}
            className={choices.card}
            data-checked={own === value || undefined}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className={choices.cardText}>
              <span className={choices.cardLabel}>{label}</span>
              <span className={rows.hint}>
                {own === 'UNLISTED' && isPlainOpen ? 'Anyone with the address or a link.' : text}
              </span>
            </span>
            <Radio id={`${id}${own}`} value={own} aria-label={label} />
          </label>
        ))}
      </div>
    </Radio.Group>
  )
}

const accesses = [
  { value: 'NONE', label: 'None', text: 'The link is turned off.' },
  { value: 'VIEW', label: 'View', text: 'They can see the designs and the comments.' },
  { value: 'COMMENT', label: 'Comment', text: 'They can also comment and reply, no account needed.' },
  { value: 'EDIT', label: 'Edit', text: 'They can also add files, after joining with an account.' },
] as const satisfies readonly { value: ShareAccess; label: string; text: string }[]

type AccessProps = {
  /** The question that it answers; else by what opens the review. */
  label?: string
  value: ShareAccess
  visibility: Visibility
  /** For the plain address, which permits no joining. */
  isPlain?: boolean
  onChange: (value: ShareAccess) => void
}

export function ShareAccessChoice({ label, value, visibility, isPlain = false, onChange }: AccessProps) {
  const id = useId()
  const isPublic = visibility === 'PUBLIC'
  // A public review is always visible: "None" would be wrong.
  const offered = accesses.filter(({ value: access }) =>
    isPlain ? access === 'VIEW' || access === 'COMMENT' : !isPublic || access !== 'NONE',
  )
  const shown = isPublic && value === 'NONE' ? 'VIEW' : value
  return (
    <div>
      <div id={id} className={rows.label}>
        {label ?? (isPlain ? 'People with the address can' : 'People with the link can')}
      </div>
      <SegmentedControl
        fullWidth
        className={choices.segments}
        aria-labelledby={id}
        data={offered.map((access) => ({ value: access.value, label: access.label }))}
        value={shown}
        onChange={onChange}
      />
      <p className={rows.hint}>{accesses.find((access) => access.value === shown)?.text}</p>
    </div>
  )
}

type SwitchProps = { value: boolean; onChange: (value: boolean) => void }

export function DownloadSwitch(props: SwitchProps) {
  return <LinkSwitch label="Allow download" description="They can save the original files." {...props} />
}

export function CurrentSwitch(props: SwitchProps) {
  return (
    <LinkSwitch
      label="Only the current version"
      description={
        props.value
          ? 'They can’t see earlier versions or the comments on them.'
          : 'Anyone who sees a file also sees its earlier versions and the comments on them.'
      }
      {...props}
    />
  )
}

/** For a link that lets people comment. */
export function DecideSwitch(props: SwitchProps) {
  return (
    <LinkSwitch
      label="May decide"
      description="In a round without named reviewers, they can approve or request changes."
      {...props}
    />
  )
}

type LinkSwitchProps = SwitchProps & { label: string; description: string }

function LinkSwitch({ label, description, value, onChange }: LinkSwitchProps) {
  return (
    <Switch
      label={label}
      description={description}
      labelPosition="left"
      classNames={{ body: choices.switch, label: rows.label, description: choices.switchHint }}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
