import { ActionIcon, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isKey, isTyping, ownsArrows } from '#web/lib/keys'
import { useFocusBack } from '#web/ui/give-focus-back'
import { useBackCloses } from '#web/ui/use-back-closes'
import classes from './viewer-frame.module.css'

type Props = {
  name: string
  /** The kind of file. */
  what: 'attachment' | 'file'
  /** Its position, from 0. */
  index: number
  total: number
  onShow: (index: number) => void
  page: number
  pages: number
  onPage: (page: number) => void
  /** An address, or a function that fetches it; null if downloads are off. */
  download: string | (() => void) | null
  onClose: () => void
  children: ReactNode
}

/** One of several files in the whole window; arrow keys move through pages, then files. */
export function ViewerFrame({ name, what, index, total, onShow, page, pages, onPage, ...rest }: Props) {
  const { download, onClose, children } = rest
  useFocusBack()
  useBackCloses(true, onClose)
  const show = (by: 1 | -1) => {
    const next = index + by
    if (next >= 0 && next < total) onShow(next)
  }
  useWindowEvent('keydown', (event) => {
    const by = isKey(event, 'ArrowRight') ? 1 : isKey(event, 'ArrowLeft') ? -1 : null
    if (by === null || isTyping(event.target) || ownsArrows(event.target)) return
    event.preventDefault()
    const to = page + by
    if (to >= 1 && to <= pages) onPage(to)
    else show(by)
  })
  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      <Modal.Content radius={0} aria-label={name} className={classes.viewer}>
        <header className={classes.head}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          {total > 1 && (
            <span className={classes.steps}>
              <Step by={-1} what={what} isEnd={index === 0} onStep={show} />
              <span role="status">
                {index + 1} of {total}
              </span>
              <Step by={1} what={what} isEnd={index === total - 1} onStep={show} />
            </span>
          )}
          {download !== null && <Download name={name} from={download} />}
          <ActionIcon size={34} aria-label="Close" title="Close (Esc)" onClick={onClose} data-autofocus>
            <IconX size={18} />
          </ActionIcon>
        </header>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}

type StepProps = { by: 1 | -1; what: Props['what']; isEnd: boolean; onStep: (by: 1 | -1) => void }

function Step({ by, what, isEnd, onStep }: StepProps) {
  const label = `${by === 1 ? 'Next' : 'Previous'} ${what}`
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft
  return (
    <ActionIcon size={34} aria-label={label} title={label} aria-disabled={isEnd} onClick={() => onStep(by)}>
      <Icon size={18} />
    </ActionIcon>
  )
}

function Download({ name, from }: { name: string; from: string | (() => void) }) {
  const looks = { size: 34, 'aria-label': `Download ${name}`, title: 'Download' }
  if (typeof from !== 'string')
    return (
      <ActionIcon {...looks} onClick={from}>
        <IconDownload size={18} />
      </ActionIcon>
    )
  return (
    <ActionIcon {...looks} component="a" href={from} download={name}>
      <IconDownload size={18} />
    </ActionIcon>
  )
}
