import { ActionIcon, Popover } from '@mantine/core'
import { IconMoodPlus } from '@tabler/icons-react'
import { type Comment, type Reply, reactionKinds } from '@wingmark/contract/comments'
import { type KeyboardEvent, useState } from 'react'
import { reactionLooks } from '#web/features/room/panel/reaction-kinds'
import { useReact } from '#web/features/room/panel/use-react'
import { useCommand } from '#web/features/room/state/commands'
import { isKey } from '#web/lib/keys'
import classes from './reactions.module.css'

type Props = {
  of: Comment | Reply
  fileId: string
  /** The key opens this one. */
  hasKey?: boolean
}

/** A row of reactions; arrow keys move along it. */
export function ReactButton({ of, fileId, hasKey = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { toggle } = useReact({ of, fileId })
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      withinPortal
    >
      {hasKey && <OpenByKey onOpen={() => setOpen(true)} />}
      <Popover.Target>
        <ActionIcon
          size={26}
          aria-label="React"
          aria-haspopup="true"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodPlus size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div
          role="group"
          aria-label="Reactions"
          className={classes.kinds}
          data-owns-arrows
          onKeyDown={goAlong}
        >
          {reactionKinds.map((kind) => {
            const { icon: Icon, name } = reactionLooks[kind]
            const isMine = of.reactions.some((one) => one.kind === kind && one.isMine)
            return (
              <button
                key={kind}
                type="button"
                className={classes.kind}
                aria-label={name}
                aria-pressed={isMine}
                onClick={() => {
                  toggle(kind)
                  setOpen(false)
                }}
              >
                <Icon size={18} />
              </button>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function OpenByKey({ onOpen }: { onOpen: () => void }) {
  useCommand('react', onOpen)
  return null
}

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = isKey(event, 'ArrowRight') ? 1 : isKey(event, 'ArrowLeft') ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((one) => one === document.activeElement)
  all.at((at + step) % all.length)?.focus()
}
