import { ActionIcon, Popover } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { beginningOf } from '@wingmark/contract/shorten'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useAi } from '#web/features/ai/queries'
import type { Wish } from '#web/features/ai/write/write-panel'
import { isKey } from '#web/lib/keys'
import { offerUndo } from '#web/lib/undo'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const WritePanel = lazily(
  () => import('#web/features/ai/write/write-panel').then((panel) => panel.WritePanel),
  (late) => <LatePart late={late} what="The AI panel" />,
)

/** Wishes for a comment or a message. */
export const commentWishes: readonly Wish[] = [
  { kind: 'CLEARER', label: 'Make it clearer' },
  { kind: 'CLEARER', tone: 'FRIENDLY', label: 'Friendlier' },
  { kind: 'CLEARER', tone: 'FORMAL', label: 'More formal' },
  { kind: 'CLEARER', tone: 'SHORT', label: 'Shorter' },
  { kind: 'TRANSLATE', label: 'Translate into' },
]
export const answerWishes: readonly Wish[] = [{ kind: 'ANSWER', label: 'Suggest a reply' }, ...commentWishes]
export const messageWishes: readonly Wish[] = [
  { kind: 'MESSAGE', label: 'Write a first message from this' },
  ...commentWishes,
]
export const descriptionWishes: readonly Wish[] = [
  { kind: 'DESCRIPTION', label: 'Write a description from this' },
  { kind: 'TRANSLATE', label: 'Translate into' },
]
export const experienceWishes: readonly Wish[] = [
  { kind: 'EXPERIENCE', label: 'Write your experience from this' },
  { kind: 'TRANSLATE', label: 'Translate into' },
]

type Props = {
  wishes: readonly Wish[]
  text: string
  /** The field being written in. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Characters that the field takes. */
  max: number
  comment?: string | undefined
  /** The review of this comment. */
  review?: string | undefined
  onUse: (text: string) => void
}

/** The greatest height of a proposal with its buttons. */
const panelPx = 380

/** Above the field, or below it if there is room: the user's text stays in view. */
function placeBeside(field: HTMLElement | null, button: HTMLElement | null) {
  const top = field?.getBoundingClientRect().top ?? 0
  const buttonTop = button?.getBoundingClientRect().top ?? 0
  return top > panelPx
    ? ({ position: 'top-start', offset: buttonTop - top + 8 } as const)
    : ({ position: 'bottom-start', offset: 8 } as const)
}

/** As if typed, so that the field's own undo restores the old text. */
function typeInto(field: HTMLTextAreaElement | null, text: string): boolean {
  if (!field) return false
  field.focus({ preventScroll: true })
  field.select()
  return document.execCommand('insertText', false, text)
}

/** Help with the user's own text; renders nothing if no AI is set up or wanted. */
export function WriteHelp({ wishes, text, field, max, comment, review, onUse }: Props) {
  const ai = useAi()
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState<ReturnType<typeof placeBeside>>()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  if (!ai) return null
  const use = (proposed: string) => {
    const before = text
    const used = beginningOf(proposed, max, ({ length }) => length)
    setOpen(false)
    if (!typeInto(field.current, used)) onUse(used)
    offerUndo('The suggestion is in your text', () => {
      // Text written or sent since stays.
      if (latest.current === used) onUse(before)
    })
  }
  const toggle = () => {
    setPlace(placeBeside(field.current, button.current))
    setOpen(!isOpen)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  // Keeps its keys inside: outside they would send, or close the composer.
  const keep = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isKey(event, 'Escape')) close()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      {...place}
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon ref={button} size={32} aria-label="Write with AI" title="Write with AI" onClick={toggle}>
          <IconSparkles size={17} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Write with AI" onKeyDown={keep}>
        <Suspense>
          <WritePanel
            wishes={wishes}
            text={text}
            comment={comment}
            review={review}
            onUse={use}
            onClose={close}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
