import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useMatch } from 'react-router'
import { paths } from '#web/lib/paths'
import { useIsPhone } from '#web/ui/use-is-phone'
import { milestoneAt, milestones } from '../milestones.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { LeftCard } from './left-card.tsx'
import classes from './upload-overlay.module.css'
import { type ShownUpload, useUploadOverlay } from './use-upload-overlay.ts'

/** "Uploading Files": uploads that run while no dialog shows them. */
export function UploadOverlay() {
  const isClosed = useUploads((session) => session.view === 'closed')
  const shown = useUploadOverlay()
  const isRoom = useMatch(paths.review(':id')) !== null
  if (!isClosed) return null
  if (!shown) return <LeftCard isRoom={isRoom} />
  return (
    <section
      className={classes.overlay}
      data-place={isRoom ? 'room' : 'list'}
      aria-labelledby="uploading-files"
    >
      <OverlayCard shown={shown} />
    </section>
  )
}

function OverlayCard({ shown }: { shown: ShownUpload }) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(!isPhone)
  const { name, percent, uploaded, total, isLineLost } = shown
  const at = milestoneAt(percent)
  return (
    <>
      <header className={classes.head}>
        <h2 id="uploading-files" className={classes.title}>
          Uploading Files
        </h2>
        <span className={classes.count}>
          {Math.min(uploaded + 1, total)} of {total}
        </span>
        <ActionIcon
          size={28}
          aria-label={isOpen ? 'Hide upload details' : 'Show upload details'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
        </ActionIcon>
      </header>
      <div className={classes.file}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.percent}>{percent}%</span>
      </div>
      <Progress size="sm" value={percent} aria-label={`${name}, ${percent} percent`} />
      {isOpen && (
        <ol className={classes.steps}>
          {milestones.map((step, index) => (
            <li
              key={step.name}
              className={classes.step}
              data-is={index < at ? 'past' : index === at ? 'now' : 'next'}
            >
              <span className={classes.dot}>
                {(index < at || percent === 100) && <IconCheck size={10} stroke={4} aria-hidden />}
              </span>
              {step.name}
            </li>
          ))}
        </ol>
      )}
      <p className={classes.now} role="status">
        {isLineLost ? 'Waiting for the connection...' : isOpen ? '' : milestones[at]?.name}
      </p>
      {isOpen && percent < 100 && (
        <div className={classes.actions}>
          <Button size="xs" variant="subtle" color="gray" onClick={uploads.show}>
            Show files
          </Button>
          <Button size="xs" variant="default" onClick={uploads.stopAll}>
            Stop Transfer
          </Button>
        </div>
      )}
    </>
  )
}
