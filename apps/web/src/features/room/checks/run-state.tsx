import { Button, Progress } from '@mantine/core'
import type { Brief, CheckRun } from '@wingmark/contract/checks'
import type { ReactNode } from 'react'
import { useStopCheck } from '#web/features/checks/queries'
import { languageName, ruleNames, takenForInWords } from '#web/features/room/checks/rule-names'
import { useRoom } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import classes from './checks.module.css'

/** Where a check stands: one line above its findings, or in place of them. */
export function RunState({
  run,
  onAgain,
  isStarting,
}: {
  run: CheckRun
  onAgain: () => void
  isStarting: boolean
}) {
  const { reviewId } = useRoom()
  const stop = useStopCheck(reviewId)
  const again = (
    <Button size="compact-sm" variant="default" loading={isStarting} onClick={onAgain}>
      Check again
    </Button>
  )
  if (run.state === 'QUEUED' || run.state === 'RUNNING') {
    const page = Math.min(run.pages, run.pagesDone + 1)
    return (
      <Line
        text={run.state === 'QUEUED' ? 'Waiting its turn…' : `Checking page ${page} of ${run.pages}…`}
        action={
          <Button
            size="compact-sm"
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate(run.file)}
          >
            Stop
          </Button>
        }
      >
        <Progress
          size="xs"
          value={(run.pagesDone / Math.max(1, run.pages)) * 100}
          animated
          aria-label="How far the check is"
        />
      </Line>
    )
  }
  if (run.state === 'STOPPED')
    return (
      <Line text={`Stopped after ${formatCount(run.pagesDone, 'page')} of ${run.pages}.`} action={again} />
    )
  if (run.state === 'FAILED')
    return <Line text={run.error ?? 'This file could not be checked.'} isProblem action={again} />
  return (
    <Line text={run.takenFor ? `Checked as ${takenForInWords(run.takenFor)}` : 'Checked'} action={again} />
  )
}

function Line(props: { text: string; action: ReactNode; isProblem?: boolean; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <div className={classes.stateLine}>
        <p role="status" className={classes.stateText} data-problem={props.isProblem}>
          {props.text}
        </p>
        {props.action}
      </div>
      {props.children}
    </div>
  )
}

/** Rules that could not run, and findings beyond those that are kept. */
export function NotChecked({ run }: { run: CheckRun }) {
  if (run.notRun.length === 0 && run.more === 0) return null
  return (
    <ul className={classes.notRun} aria-label="Not checked">
      {run.notRun.map(({ rule, why }) => (
        <li key={rule}>
          <strong>{ruleNames[rule]}</strong>: {why}
        </li>
      ))}
      {run.more > 0 && <li>{formatCount(run.more, 'more finding')} that are not listed</li>}
    </ul>
  )
}

/** What stands where no finding does. */
export function NothingFound({ run }: { run: CheckRun }) {
  const ran = run.rules.length - run.notRun.length
  return (
    <p className={classes.nothing}>
      Nothing found by {formatCount(ran, 'rule')}. That does not mean it is good.
    </p>
  )
}

export function briefInWords({
  medium,
  scale,
  width,
  height,
  strictness,
  languages,
  checksUploads,
}: Brief): string {
  const size = width && height ? `${width} × ${height} ${medium === 'PRINT' ? 'mm' : 'px'}` : null
  const what = medium === null ? 'Guessed from sizes' : medium === 'PRINT' ? 'Print' : 'Screen'
  const spoken = languages.length > 0 ? languages.map(languageName).join(', ') : null
  const every = checksUploads ? 'every upload' : null
  return [what, scale && medium !== 'PRINT' ? `${scale}×` : null, size, strictness, spoken, every]
    .filter((part) => part !== null)
    .join(' · ')
}
